// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { PresentPerson } from "../api/types";
import { EditorContext } from "./context";
import { PeopleBar } from "./PeopleBar";
import { editorOf } from "./testing/editor";

afterEach(cleanup);

const person = (id: number, name: string, node: string | null = null): PresentPerson => ({
  id,
  name,
  colour: id,
  node,
});

function show(people: PresentPerson[]) {
  const editor = editorOf({ nodes: [{ id: "review", kind: "gate", title: "Review" }] });
  editor.store.getState().takePeople(people);
  render(
    <EditorContext value={editor}>
      <PeopleBar />
    </EditorContext>,
  );
}

it("names everybody, and where the others are", () => {
  show([person(1, "Me"), person(2, "Ada Lovelace", "review"), person(3, "Bob", "gone")]);
  const list = screen.getByRole("list", { name: "People who have this graph open" });
  expect([...list.querySelectorAll(".visually-hidden")].map((one) => one.textContent)).toEqual([
    "Ada Lovelace, at “Review”",
    "Bob",
    "Me (you)",
  ]);
  expect(list.textContent).toContain("AL");
});

it("is silent when nobody else is here", () => {
  show([person(1, "Me")]);
  expect(screen.queryByRole("list")).toBeNull();
});

it("counts those for whom there is no room", () => {
  show(Array.from({ length: 9 }, (_, at) => person(at + 1, `Person ${at + 1}`)));
  expect(screen.getByText("+4")).toBeTruthy();
});
