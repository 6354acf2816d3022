// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Violation } from "../api/types";
import SchemaForm from "./SchemaForm";

afterEach(cleanup);

function open(schema: unknown, value?: unknown, answer: Violation[] = []) {
  const submit = vi.fn(async (_value: unknown) => answer);
  render(
    <SchemaForm schema={schema} value={value} submit={submit}>
      <button type="submit">Send</button>
    </SchemaForm>,
  );
  const send = async () => {
    await act(async () => {
      fireEvent.click(screen.getByText("Send"));
    });
    return submit.mock.lastCall?.[0];
  };
  return { send, submit };
}

const object = (properties: object, required: string[] = []) => ({ type: "object", properties, required });

describe("a form made from a schema", () => {
  it("fills defaults only where nothing is, and constants always", async () => {
    const schema = object({
      currency: { const: "USD" },
      channel: { type: "string", default: "card" },
      limit: { type: "integer", default: 5 },
    });
    const { send } = open(schema, { channel: "bank" });
    expect(await send()).toEqual({ currency: "USD", channel: "bank", limit: 5 });
  });

  it("keeps null, and answers a cleared nullable field with null", async () => {
    const schema = object({
      a: { type: ["string", "null"] },
      b: { anyOf: [{ type: "number" }, { type: "null" }] },
    });
    const { send } = open(schema, { a: null, b: 2 });
    expect(await send()).toEqual({ a: null, b: 2 });
    fireEvent.change(screen.getByLabelText(/^B/), { target: { value: "" } });
    expect(await send()).toEqual({ a: null, b: null });
  });

  it("is an empty object when nothing was answered, and leaves optional parts out until they are asked for", async () => {
    const { send } = open(object({ person: object({ name: { type: "string" } }) }));
    expect(await send()).toEqual({});
    fireEvent.click(screen.getByText("Add"));
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Ada" } });
    expect(await send()).toEqual({ person: { name: "Ada" } });
    fireEvent.click(screen.getByText("Leave out"));
    expect(await send()).toEqual({});
  });

  it("switches the branch of a oneOf and drops what belonged to the other", async () => {
    const how = {
      oneOf: [
        {
          title: "Mail",
          ...object({ kind: { const: "mail" }, address: { type: "string" } }, ["kind", "address"]),
        },
        { title: "None", ...object({ kind: { const: "none" }, why: { type: "string" } }, ["kind"]) },
      ],
    };
    const { send } = open(object({ how }, ["how"]), { how: { kind: "mail", address: "a@b.c" } });
    expect((screen.getByLabelText("Address") as HTMLInputElement).value).toBe("a@b.c");
    fireEvent.change(screen.getByLabelText(/which kind/), { target: { value: "1" } });
    await waitFor(() => expect(screen.queryByLabelText("Address")).toBeNull());
    expect(await send()).toEqual({ how: { kind: "none" } });
  });

  it("shows the server's violation at its field, by title, and moves the focus there", async () => {
    const lines = {
      type: "array",
      items: object({ amount: { type: "number", title: "Amount" } }, ["amount"]),
    };
    const { send } = open(object({ lines }), { lines: [{ amount: 1 }, { amount: 2 }] }, [
      { path: "$.lines[1].amount", message: "2 is more than the maximum of 1" },
    ]);
    await send();
    const fields = screen.getAllByLabelText(/^Amount/);
    expect(fields.map((field) => field.getAttribute("aria-invalid"))).toEqual([null, "true"]);
    expect(document.activeElement).toBe(fields[1]);
    expect(screen.getByText("2 is more than the maximum of 1")).toBeTruthy();
  });

  it("refuses a number that it cannot keep, and does not send", async () => {
    const { send, submit } = open(object({ amount: { type: "integer", title: "Amount" } }));
    fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: "9007199254740993" } });
    await send();
    expect(submit).not.toHaveBeenCalled();
    expect(screen.getByText(/cannot be kept exactly/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: "1.0" } });
    expect(await send()).toEqual({ amount: 1 });
  });

  it("keeps what an enum and an open schema hold", async () => {
    const schema = object({ pick: { enum: [1, "one", null] }, any: {} }, ["pick"]);
    const { send } = open(schema, { pick: "one", any: { deep: [1] } });
    expect(await send()).toEqual({ pick: "one", any: { deep: [1] } });
    fireEvent.change(screen.getByLabelText("Pick"), { target: { value: "0" } });
    expect(await send()).toEqual({ pick: 1, any: { deep: [1] } });
  });

  it("says once what is wrong with a field, also when the server said something of it before", async () => {
    const properties = { amount: { type: "number", title: "Amount" }, to: { type: "string", title: "To" } };
    const { send } = open(object(properties), {}, [
      { path: "$.amount", message: "this field is required" },
      { path: "$.to", message: "this field is required" },
    ]);
    await send();
    fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: "abc" } });
    await send();
    const lines = [...screen.getByRole("alert").querySelectorAll("li")].map((line) => line.textContent);
    expect(lines).toEqual(["Amount: “abc” is not a number", "To is required"]);
  });

  it("reads identifiers as words and leaves other choices alone", async () => {
    const schema = object({
      way: { enum: ["original_payment", "voucher"], title: "Way" },
      money: { enum: ["usd", "eur"], title: "Money" },
    });
    const { send } = open(schema, { way: "original_payment", money: "usd" });
    expect(screen.getByText("Original payment")).toBeTruthy();
    expect(screen.getByText("usd")).toBeTruthy();
    expect(await send()).toEqual({ way: "original_payment", money: "usd" });
  });
});
