import { CircleAlert } from "lucide-react";
import { visible } from "../../ui/visible";

interface Props {
  text: string | null;
  /** What is wrong in particular. */
  lines?: string[] | undefined;
}

export function Refusal({ text, lines = [] }: Props) {
  if (text === null) return null;
  return (
    <div className="banner banner-error" role="alert">
      <CircleAlert aria-hidden="true" />
      <div>
        <p>{text}</p>
        {lines.length > 0 && (
          <ul>
            {lines.map((line) => (
              <li key={line} dir="auto">
                {visible(line)}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
