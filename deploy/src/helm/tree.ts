import { FEWEST, chosenOption } from './symbolic-values.ts';
import type { Choices, Decision } from './symbolic-values.ts';

/** A document whose parts depend on decisions. */
export type Tree = Scalar | Branches | { kind: 'map' | 'list'; parts: readonly Part[] };
export interface Scalar {
  kind: 'scalar';
  value: string | number | boolean | null;
}
/** A tree for each option of a decision; undefined for an option without it. */
export interface Branches {
  kind: 'branches';
  decision: Decision;
  branches: readonly (Tree | undefined)[];
}
export interface Part {
  key: string;
  tree: Tree;
}

/** The document for a set of choices, and the decisions that were encountered. */
export type Evaluate = (choices: Choices) => { value: unknown; met: ReadonlyMap<string, Decision> };
type Look = (document: unknown) => unknown;
interface Evaluated extends ReturnType<Evaluate> {
  text: string;
}
/** The next decision, or, where there is none, the document. */
interface Known {
  next?: Decision;
  options: Map<number, Known>;
  document?: Evaluated;
}
/** A part of the documents, for fixed choices; without candidates, every decision is tried. */
interface Place {
  look: Look;
  fixed: Choices;
  candidates?: ReadonlySet<string>;
}
interface Probe {
  decision?: Decision | undefined;
  value: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Cached, because every place walks through all documents from their roots. */
const partsOf = new WeakMap<object, ReadonlyMap<string, unknown>>();

/** The fields of a map, or the elements of a list by their names or by their content. */
function keyed(value: unknown): ReadonlyMap<string, unknown> {
  if (!isObject(value)) return new Map();
  const known = partsOf.get(value) ?? (Array.isArray(value) ? named(value) : new Map(Object.entries(value)));
  partsOf.set(value, known);
  return known;
}

function named(elements: readonly unknown[]): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const element of elements) {
    const name =
      isObject(element) && typeof element['name'] === 'string' ? element['name'] : JSON.stringify(element);
    found.set(found.has(name) ? `${name} ${String(found.size)}` : name, element);
  }
  return found;
}

/** The shape of a value; the parts of two values are compared only if it is equal. */
function shapeOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (!isObject(value)) return JSON.stringify(value);
  return Array.isArray(value) ? 'list' : 'map';
}

/** All keys, each after the one that it follows in any of the values. */
function keysOf(values: readonly unknown[]): string[] {
  const all: string[] = [];
  for (const value of values) {
    let position = 0;
    for (const key of keyed(value).keys()) {
      const known = all.indexOf(key);
      if (known < 0) all.splice(position, 0, key);
      position = (known < 0 ? position : Math.max(known, position)) + 1;
    }
  }
  return all;
}

/** Determines which parts of a document depend on which decisions, by changing one at a time: from the most parts, and from the fewest. */
export class Trees {
  readonly #evaluate: Evaluate;
  readonly #known: Known = { options: new Map() };
  readonly #probes = new Map<string, readonly Probe[]>();

  /** Decisions that are encountered unless another one hides them. */
  readonly #common: ReadonlyMap<string, Decision>;

  constructor(evaluate: Evaluate) {
    this.#evaluate = evaluate;
    this.#common = this.#at(new Map()).met;
  }

  /** The whole document; undefined if it never exists. */
  whole = (): Tree | undefined => this.#build({ look: (document) => document, fixed: new Map() });

  /** Evaluates only decisions that are encountered: choices that differ in others have the same document, which is made once. */
  #at(choices: Choices): Evaluated {
    let place: Known | undefined = this.#known;
    while (place?.next) place = place.options.get(chosenOption(place.next, choices));
    if (place?.document) return place.document;
    const { value, met } = this.#evaluate(choices);
    const document = { value, met, text: JSON.stringify(value) };
    this.#keep(document, choices);
    return document;
  }

  #keep(document: Evaluated, choices: Choices): void {
    let place = this.#known;
    for (const decision of document.met.values()) {
      const option = chosenOption(decision, choices);
      const next = place.options.get(option) ?? { options: new Map<number, Known>() };
      place.next = decision;
      place.options.set(option, next);
      place = next;
    }
    place.document = document;
  }

  /** The documents of both ends, and those that differ from them by one decision. */
  #probesOf({ fixed, candidates }: Place): readonly Probe[] {
    const key = JSON.stringify([[...fixed].toSorted(), candidates && [...candidates]]);
    const known = this.#probes.get(key) ?? this.#newProbes(fixed, candidates);
    this.#probes.set(key, known);
    return known;
  }

  #newProbes(fixed: Choices, candidates?: ReadonlySet<string>): readonly Probe[] {
    const isCandidate = (id: string) => (candidates?.has(id) ?? true) || !this.#common.has(id);
    const fewest = new Map([...fixed, [FEWEST, 1]]);
    return [fixed, fewest].flatMap((base) => {
      const { value, text, met } = this.#at(base);
      const open = [...met.values()].filter(({ id }) => !fixed.has(id) && isCandidate(id));
      const changed = open.flatMap((decision) =>
        decision.options.flatMap((_, option): Probe[] => {
          const other = this.#at(new Map([...base, [decision.id, option]]));
          return other.text === text ? [] : [{ decision, value: other.value }];
        }),
      );
      return [{ value }, ...changed];
    });
  }

  #build(place: Place): Tree | undefined {
    const { look } = place;
    const probes = this.#probesOf(place).map(({ decision, value }) => ({ decision, value: look(value) }));
    const decision = firstThatChanges(probes);
    if (decision) return this.#branches(decision, place, probes);
    const value = probes[0]?.value;
    if (value === undefined) return undefined;
    if (!isObject(value)) return { kind: 'scalar', value: value as Scalar['value'] };
    const parts = keysOf(probes.map((probe) => probe.value)).flatMap((key) => {
      const tree = this.#build({ ...place, look: (document) => keyed(look(document)).get(key) });
      return tree ? [{ key, tree }] : [];
    });
    return { kind: Array.isArray(value) ? 'list' : 'map', parts };
  }

  /** Within a document, only decisions that changed something at this place are tried further. */
  #branches(decision: Decision, place: Place, probes: readonly Probe[]): Tree | undefined {
    const isDocument = probes.some(({ value }) => isObject(value) && 'apiVersion' in value);
    const candidates = isDocument ? undefined : changing(probes);
    const branches = decision.options.map((_, option) =>
      this.#build({
        ...place,
        fixed: new Map([...place.fixed, [decision.id, option]]),
        ...(candidates && { candidates }),
      }),
    );
    const isOne = new Set(branches.map((tree) => JSON.stringify(tree))).size === 1;
    return isOne ? branches[0] : { kind: 'branches', decision, branches };
  }
}

/** The decisions that change a value or a part of it. */
function changing(probes: readonly Probe[]): ReadonlySet<string> {
  let base = '';
  const found = new Set<string>();
  for (const { decision, value } of probes) {
    const text = value === undefined ? '' : JSON.stringify(value);
    if (!decision) base = text;
    else if (text !== base) found.add(decision.id);
  }
  return found;
}

/** The decision that changes the shape of a value, starting from either end. */
function firstThatChanges(probes: readonly Probe[]): Decision | undefined {
  let base = '';
  for (const { decision, value } of probes) {
    const shape = shapeOf(value);
    if (!decision) base = shape;
    else if (shape !== base) return decision;
  }
  return undefined;
}
