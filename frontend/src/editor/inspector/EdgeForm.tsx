import { ArrowRight } from "lucide-react";
import { InspectorHead } from "./InspectorHead";

/** One edge: where it comes from, where it goes, and which case it stands for. */
export function EdgeForm({ id }: { id: string }) {
  return (
    <div className="inspector-inner">
      <InspectorHead icon={<ArrowRight size={16} aria-hidden="true" />} title={id} />
    </div>
  );
}
