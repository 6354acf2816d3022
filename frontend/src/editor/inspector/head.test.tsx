// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { EditorContext } from "../context";
import { editorOf } from "../testing/editor";
import { useUi } from "../ui";
import { InspectorHead } from "./InspectorHead";

afterEach(cleanup);

const show = (view: Parameters<typeof editorOf>[0]) =>
  render(
    <EditorContext value={editorOf(view)}>
      <InspectorHead kind="tool" title="Look up" tried="a" />
    </EditorContext>,
  );

it("leads to a try of the node", () => {
  show({});
  fireEvent.click(screen.getByRole("button", { name: "Try this node" }));
  expect(useUi.getState().asked).toEqual({ kind: "try-node", node: "a" });
});

it.each([{ archived: true }, { may: { edit: true, publish: true, start: false } }])(
  "does not where nothing may be started: %j",
  (view) => {
    show(view);
    expect(screen.queryByRole("button", { name: "Try this node" })).toBeNull();
  },
);
