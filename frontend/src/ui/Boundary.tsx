import { Component, type ErrorInfo, type ReactNode } from "react";

interface Props {
  /** What stands here instead of a part that cannot be drawn. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Keeps a part that cannot be drawn from taking the rest of the page with it. */
export class Boundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    return this.state.broken ? this.props.fallback : this.props.children;
  }
}

/** The last resort, around a whole island. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return (
    <Boundary
      fallback={
        <div className="empty" role="alert">
          <h2>This part of the page cannot be shown</h2>
          <p>Nothing was changed by that. Load the page again; the console of the browser says more.</p>
          <button type="button" className="btn" onClick={() => location.reload()}>
            Load again
          </button>
        </div>
      }
    >
      {children}
    </Boundary>
  );
}
