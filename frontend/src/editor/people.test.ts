import { expect, it } from "vitest";
import { initials, inOrder } from "./people";

it.each([
  ["Ada Lovelace", "AL"],
  ["ada", "A"],
  ["grace.hopper@example.org", "GO"],
  ["Åsa Öberg", "ÅÖ"],
  ["👩‍🚀 Sam", "👩‍🚀S"],
  ["  ", "?"],
  ["José María de la Cruz", "JC"],
])("the initials of %j are %j", (name, letters) => {
  expect(initials(name)).toBe(letters);
});

it("has everybody once, others by name, oneself last", () => {
  const person = (id: number, name: string) => ({ id, name, colour: 0, node: null });
  const people = [person(1, "Me"), person(3, "Zoe"), person(2, "Ada"), person(3, "Zoe")];
  expect(inOrder(people, 1).map(({ name }) => name)).toEqual(["Ada", "Zoe", "Me"]);
});
