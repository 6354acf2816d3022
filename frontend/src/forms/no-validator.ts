/** Stands in for a validator that the content security policy forbids; see vite.config.ts. */
export default {};
