/** Over this many nodes the canvas shows less of each where it is small, and edges as one picture. */
export const MANY = 300;
/** Under this zoom the cards of a large graph become blocks: their text could not be read. */
export const CARDS_FROM = 0.5;
/** What is looked for is shown at least this large. */
export const FOUND_AT = 0.6;
/** Under these zooms the text of a card is drawn larger. */
export const FAR = 0.8;
export const FARTHEST = 0.62;
