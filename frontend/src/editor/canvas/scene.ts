import type { Position, Structure } from "../../api/types";
import { composed } from "../../graph/compose";
import { elkPlan, tooLarge } from "../../graph/elk";
import { byId, type Layout, type Plan, type Point } from "../../graph/geometry";
import type { Part } from "../../graph/level";
import { partToLay, placesFor, routesWith } from "../../graph/places";
import { rankPlan } from "../../graph/rank";
import { storedPlan, storePlan } from "../../graph/storedPlans";
import { structureKey, type Tree, treeOf } from "../../graph/tree";
import { ROUTED_UP_TO } from "../../graph/useLayout";
import type { Editor } from "../context";
import { structureOf } from "../model";
import { carried } from "./carry";
import { holders } from "./holders";
import { canvasUi } from "./ui";

type Places = Record<string, Point>;

/** A place that follows from what became of a node's holder, until somebody stores another. */
interface Carried {
  place: Point;
  over: Position | undefined;
}

const same = (one: Point | undefined, other: Point | undefined) => one?.x === other?.x && one?.y === other?.y;

/** When the page has drawn what it has: the engine would be in its way. */
const afterDrawing = () =>
  new Promise<void>((resume) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resume))));

function samePlaces(one: Places, other: Places): boolean {
  const ids = Object.keys(other);
  return Object.keys(one).length === ids.length && ids.every((id) => same(one[id], other[id]));
}

/**
 * What the canvas draws of a draft: where each node stands. It follows the draft, the stored positions and
 * what is collapsed, and nothing else: neither titles, problems nor selection move anything.
 */
export class Scene {
  private structure: Structure | null = null;
  private tree: Tree = { levels: new Map(), edges: new Map() };
  private key = "";
  private holder: ReadonlyMap<string, string | null> = new Map();
  private layout: Layout = { boxes: {}, corners: {} };
  /** Where this tab has put nodes that have no stored position. */
  private kept: Places = byId();
  private carried = new Map<string, Carried>();
  private places: Places = byId();
  private routes: Pick<Plan, "routes" | "labels"> = {};
  /** What `layout` was made from, besides `places`. */
  private drawn: { tree: Tree; collapsed: ReadonlySet<string>; routes: object } | null = null;
  /** Counts how often all was laid out anew: what was asked before that is answered too late. */
  private relaid = 0;
  private stopped = false;

  constructor(
    private readonly editor: Editor,
    private readonly lay: typeof elkPlan = elkPlan,
  ) {}

  /** Begins to follow the draft. Returns what ends it. */
  start(): () => void {
    this.stopped = false;
    this.update();
    const leave = this.editor.store.subscribe((state, before) => {
      if (
        state.draft !== before.draft ||
        state.positions !== before.positions ||
        state.collapsed !== before.collapsed
      )
        this.update();
    });
    return () => {
      this.stopped = true;
      leave();
    };
  }

  /** Lays everything out anew, in the worker; true when it was done. */
  async relayout(): Promise<boolean> {
    const structure = this.structure;
    if (!structure || structure.nodes.length === 0) return false;
    this.relaid += 1;
    const mine = this.relaid;
    let plan: Plan;
    try {
      plan = tooLarge(structure) ? rankPlan(structure) : await this.lay(structure);
    } catch (error) {
      console.warn("The layout engine could not be used.", error);
      plan = rankPlan(structure);
    }
    if (mine !== this.relaid || this.stopped) return false;
    this.kept = byId(plan.places);
    this.carried.clear();
    this.routes = routesWith({}, plan);
    this.editor.commands.keepLayout(plan.places, true);
    this.update();
    return true;
  }

  private update(): void {
    const { draft, collapsed } = this.editor.store.getState();
    const structure = structureOf(draft);
    const first = this.structure === null;
    if (structure !== this.structure) this.adopt(structure);
    const known = this.known();
    const part = partToLay(structure, this.tree, known);
    const places = placesFor(structure, this.tree, known, part);
    if (!first) this.storeOwn(places, known);
    Object.assign(this.kept, places);
    const { routes, tree } = this;
    const stays =
      this.drawn?.tree === tree &&
      this.drawn.collapsed === collapsed &&
      this.drawn.routes === routes &&
      samePlaces(this.places, places);
    if (!stays) {
      this.places = places;
      this.layout = composed(structure, { places, ...routes }, collapsed, tree);
      this.drawn = { tree, collapsed, routes };
    }
    canvasUi(this.editor.store).setState({ layout: this.layout, places: this.places, structure });
    if (part || (first && structure.nodes.length <= ROUTED_UP_TO)) this.ask(part);
    else if (first) canvasUi(this.editor.store).setState({ refined: true });
  }

  /** Takes a new structure; nodes that changed their holder stay where they were seen. */
  private adopt(structure: Structure): void {
    const { draft, positions } = this.editor.store.getState();
    const key = structureKey(structure);
    const before = { holder: this.holder, layout: this.layout };
    const known = this.structure !== null;
    this.structure = structure;
    if (key === this.key) return;
    this.key = key;
    this.tree = treeOf(structure);
    this.holder = holders(draft);
    if (!known) return;
    const places = carried(before, this.holder);
    if (Object.keys(places).length === 0) return;
    for (const [id, place] of Object.entries(places)) {
      this.carried.set(id, { place, over: Object.hasOwn(positions, id) ? positions[id] : undefined });
    }
    // Whoever made the change stores what follows from it; to the others it is the same until that comes.
    if (this.isOwn()) queueMicrotask(() => this.editor.commands.carry(places));
  }

  /** Where nodes stand that have been placed, by somebody or earlier in this tab. */
  private known(): Places {
    const { positions } = this.editor.store.getState();
    const known: Places = byId();
    for (const { id } of this.structure?.nodes ?? []) {
      const stored = Object.hasOwn(positions, id) ? positions[id] : undefined;
      const carry = this.carried.get(id);
      if (carry && !same(carry.over, stored)) this.carried.delete(id);
      const place = carry && same(carry.over, stored) ? carry.place : (stored ?? this.kept[id]);
      if (place) known[id] = { x: place.x, y: place.y };
    }
    return known;
  }

  /** Whoever added nodes stores where they came to stand. */
  private storeOwn(places: Places, known: Places): void {
    const fresh = Object.fromEntries(Object.entries(places).filter(([id]) => !known[id]));
    if (Object.keys(fresh).length === 0 || !this.isOwn()) return;
    queueMicrotask(() => this.editor.commands.keepLayout(fresh, false));
  }

  /** Whether the draft is as it is by a change of this person. */
  private isOwn(): boolean {
    const { draft, changes, me } = this.editor.store.getState();
    const last = changes.at(-1);
    return last?.version === draft.version && last.author.id === me.id;
  }

  /** The better layout of what nobody has placed, and routes for what stands where it would put it. */
  private ask(part: Part | null): void {
    const { structure, places: then, key } = this;
    if (!structure || structure.nodes.length === 0 || tooLarge(structure)) return;
    const { relaid } = this;
    const whole = part === null || part.levels.size === this.tree.levels.size;
    const stored = whole ? storedPlan(key) : null;
    const large = structure.nodes.length > ROUTED_UP_TO;
    const made = () => (stored ? Promise.resolve(stored) : this.lay(structure, part ?? undefined));
    (large ? afterDrawing().then(made) : made())
      .then((better) => {
        if (relaid !== this.relaid || this.stopped) return;
        this.routes = routesWith(this.routes, better);
        canvasUi(this.editor.store).setState({ refined: true });
        if (part) this.settle(better.places, then);
        else this.update();
        if (whole && !stored && !large) storePlan(key, better);
      })
      .catch((error) => console.warn("The layout could not be refined.", error));
  }

  /** Takes places from the worker, except for what was moved or removed meanwhile. */
  private settle(places: Places, then: Places): void {
    const fresh = Object.fromEntries(
      Object.entries(places).filter(([id]) => this.holder.has(id) && same(this.places[id], then[id])),
    );
    Object.assign(this.kept, fresh);
    const { positions } = this.editor.store.getState();
    this.editor.commands.keepLayout(fresh, false);
    // Where they are shown at once, that has drawn them already.
    if (this.editor.store.getState().positions === positions) this.update();
  }
}
