import { Dialog } from "../ui/Dialog";

const KEYS: [string[], string][] = [
  [["t"], "Graph or table"],
  [["e"], "Show or hide the events"],
  [["Tab"], "Next node"],
  [["←", "→"], "Neighbouring node, along an edge"],
  [["↑", "↓"], "Nearest node above or below"],
  [["Enter"], "Open the node"],
  [["Esc"], "Close the panel"],
  [["?"], "This help"],
];

export function KeyboardHelp({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <dl className="kv keys">
        {KEYS.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog" className="dialog-actions">
        <button type="submit" className="btn">
          Close
        </button>
      </form>
    </Dialog>
  );
}
