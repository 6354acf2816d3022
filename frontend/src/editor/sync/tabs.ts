import { afterEach, beforeEach, expect, vi } from "vitest";
import { documentOf, draftFrom } from "../model";
import { ADA, FakeServer, Tab } from "./fakes";

export const settle = () => vi.advanceTimersByTimeAsync(0);

/** A server and its tabs, new for each test of the file, on a clock that stands. */
export function newTabs() {
  const tabs: Tab[] = [];
  const at = {
    server: new FakeServer(),
    connected(me = ADA, mayEdit = true): Tab {
      const tab = new Tab(at.server, me, mayEdit);
      tabs.push(tab);
      tab.editor.start();
      tab.socket.hello();
      return tab;
    },
    /** What the page shows is what a page that is loaded now shows. */
    expectFresh(tab: Tab): void {
      const view = at.server.draft(tab.me, tab.mayEdit);
      const fresh = draftFrom(view.version, view.graph, view.nodes);
      expect(documentOf(tab.state.draft)).toEqual(documentOf(fresh));
      expect(tab.state.draft.version).toBe(view.version);
      expect(tab.state.problems).toEqual(view.problems);
      const versions = view.changes.map(({ version }) => version);
      expect(tab.state.changes.map(({ version }) => version)).toEqual(versions);
    },
  };
  beforeEach(() => {
    vi.useFakeTimers();
    at.server = new FakeServer();
  });
  afterEach(() => {
    for (const tab of tabs.splice(0)) tab.editor.stop();
    vi.useRealTimers();
  });
  return at;
}
