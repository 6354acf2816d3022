// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Violation } from "../api/types";
import { AnswerForm } from "./AnswerForm";

// The form is a part of its own; loading it takes its time where nothing is warm.
beforeAll(() => import("./SchemaForm"));
afterEach(cleanup);

const loop = {
  type: "object",
  properties: { a: { $ref: "#/$defs/A" } },
  $defs: { A: { $ref: "#/$defs/A" } },
};

it.each([
  ["a reference that leads nowhere", { $ref: "#/$defs/Counts" }],
  ["a property that leads nowhere", { type: "object", properties: { a: { $ref: "#/$defs/Counts" } } }],
  ["a schema that is only itself", { $ref: "#" }],
  ["a definition that is only itself", loop],
])("%s leaves a field for JSON that can be sent", async (_name, schema) => {
  vi.spyOn(console, "error").mockReturnValue();
  const answers: Violation[][] = [[{ path: "$.a", message: "2 is too much" }], []];
  const submit = vi.fn(async (_value: unknown) => answers.shift() ?? []);
  render(
    <AnswerForm schema={schema} submit={submit}>
      <button type="submit">Send</button>
    </AnswerForm>,
  );
  const field = await screen.findByLabelText("Answer as JSON");
  const send = () => act(async () => void fireEvent.click(screen.getByText("Send")));
  fireEvent.change(field, { target: { value: '{"a":' } });
  await send();
  expect(submit).not.toHaveBeenCalled();
  expect(screen.getByRole("alert").textContent).toContain("not JSON yet");
  fireEvent.change(field, { target: { value: '{"a": 2}' } });
  await send();
  expect(submit).toHaveBeenLastCalledWith({ a: 2 });
  expect(screen.getByRole("alert").textContent).toBe("$.a: 2 is too much");
});
