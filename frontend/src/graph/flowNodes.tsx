import { Handle, type NodeProps, Position } from "@xyflow/react";
import { memo, type ReactNode, useContext } from "react";
import { KindIcon, kindWord } from "../nodes/kinds";
import { aside, NodeCard, ticks } from "../nodes/NodeCard";
import { useNow } from "../run/clock";
import { RunStoreContext, useRun } from "../run/context";
import { Progress } from "../ui/Progress";
import { StatusWord } from "../ui/status";
import { bodiesOf, loudest, settled, total } from "./items";
import { MarkedCard, MarkWord, type NodeMark, useMark } from "./overlay";

interface Data {
  title: string;
  kind: string;
}

function Handles() {
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </>
  );
}

/** The card reads its own view from the store: a change of one node draws one card. */
function LiveCard({ id, title, kind }: Data & { id: string }) {
  const view = useRun((state) => state.nodes[id]);
  const selected = useRun((state) => state.selected === id);
  const body = useRun((state) => bodiesOf(state.nodes).get(id));
  const now = useNow(ticks(view));
  return (
    <NodeCard
      title={title}
      kind={kind}
      view={body ? undefined : view}
      items={body ?? view?.items ?? undefined}
      now={now}
      selected={selected}
    />
  );
}

export const CardNode = memo(function CardNode({ id, data }: NodeProps) {
  const { title, kind } = data as unknown as Data;
  const live = useContext(RunStoreContext) !== null;
  const marked = useMark(id);
  return (
    <>
      {marked ? (
        <MarkedCard title={title} kind={kind} {...marked} />
      ) : live ? (
        <LiveCard id={id} title={title} kind={kind} />
      ) : (
        <NodeCard title={title} kind={kind} now={0} />
      )}
      <Handles />
    </>
  );
});

function FrameStatus({ id, kind }: { id: string; kind: string }) {
  const view = useRun((state) => state.nodes[id]);
  const now = useNow(ticks(view));
  const body = useRun((state) => bodiesOf(state.nodes).get(id));
  const items = body ?? view?.items;
  if (!view) return <span className="aside">{kindWord(kind)}</span>;
  if (body) {
    return <StatusWord status={loudest(body)} text={`${settled(body)} of ${total(body)}`} />;
  }
  return (
    <>
      <StatusWord status={view.status} text={view.status_text} />
      {items ? (
        <span className="aside">
          <Progress counts={items} /> {settled(items)}/{total(items)}
        </span>
      ) : (
        <span className="aside truncate">{aside(view, now)}</span>
      )}
    </>
  );
}

function LiveFrame({ id, title, kind }: Data & { id: string }) {
  const selected = useRun((state) => state.selected === id);
  return (
    <Frame title={title} kind={kind} selected={selected}>
      <FrameStatus id={id} kind={kind} />
    </Frame>
  );
}

interface FrameProps extends Data {
  selected?: boolean;
  mark?: NodeMark;
  children: ReactNode;
}

function Frame({ title, kind, selected, mark, children }: FrameProps) {
  const classes = ["node-frame", selected && "is-selected", mark && `diff-card diff-${mark}`];
  return (
    <div className={classes.filter(Boolean).join(" ")}>
      <header>
        <div className="node-title">
          <KindIcon kind={kind} size={14} />
          <bdi className="truncate" title={title}>
            {title}
          </bdi>
        </div>
        <p>{children}</p>
      </header>
    </div>
  );
}

/** A team, or a map or fold with its body: a frame around what it holds. */
export const FrameNode = memo(function FrameNode({ id, data }: NodeProps) {
  const { title, kind } = data as unknown as Data;
  const live = useContext(RunStoreContext) !== null;
  const marked = useMark(id);
  return (
    <>
      {marked ? (
        <Frame title={title} kind={kind} selected={marked.selected} mark={marked.mark}>
          <span className="aside">{kindWord(kind)}</span>
          {marked.mark !== "same" && <MarkWord mark={marked.mark} fields={marked.fields} />}
        </Frame>
      ) : live ? (
        <LiveFrame id={id} title={title} kind={kind} />
      ) : (
        <Frame title={title} kind={kind}>
          <span className="aside">{kindWord(kind)}</span>
        </Frame>
      )}
      <Handles />
    </>
  );
});
