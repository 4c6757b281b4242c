import type { Collection, Filter } from 'mongodb';
import { beyondPlan } from './audit-looks.ts';
import { roundOf, withPortion } from './audit-rounds.ts';
import type { RoundDoc } from './audit-rounds.ts';
import { COUNTED_MAX } from './auditor.ts';
import type { Invariant, Pass, Round, Rule } from './auditor.ts';
import { isDuplicateKey } from '../mongo/driver-errors.ts';

/** Documents that one pass reads further, at most. */
const PORTION = 2000;

/** How far the walk of an auditor has come, and what it has found: the same for every replica, also after a restart. */
export interface AuditWalkDoc extends RoundDoc {
  _id: string;
  /** The key of the last document that was looked at; empty at the beginning of a round. */
  after: string;
  /** Raised with every write, so that of several replicas one goes on. */
  pass: number;
  begunAt: Date;
  /** No further portion before this time. */
  nextAt: Date;
  /** The documents that violate an invariant, by its name. */
  found: Record<string, readonly string[]>;
  /** Since when documents violate an invariant that must be violated for a while, by its name and their ids. */
  since?: Record<string, Record<string, Date>>;
}

type Stored<T> = T & { _id: string };

/** The time of a look, and since when the walk has been there. */
export interface LookTimes {
  now: Date;
  begunAt: Date;
}

/** An invariant that only the whole document shows, or another document. */
export interface WalkRule<T> extends Rule {
  /** Only what violates it for so long counts: before that, a message may be in transit. */
  settledMs?: number;
  /** The ids of those that violate the invariant, out of a portion. */
  broken: (docs: readonly Stored<T>[], times: LookTimes) => Promise<readonly string[]> | readonly string[];
}

export interface WalkOptions<T> {
  /** Names the walk; by default after its collection. */
  name?: string;
  collection: Collection<Stored<T>>;
  /** The field that has the order, and that findings name documents by: text, unique and with an index; the id when left out. */
  key?: string;
  /** Which fields of a document are looked at. */
  fields: readonly string[];
  rules: readonly WalkRule<T>[];
  portion?: number;
  /** One pass looks at no more than this, beside the last document that it looks at. */
  weight?: { of: (doc: Stored<T>) => number; max: number };
  /** How much more a pass does that waits for its turn: documents and weight for each second of waiting. */
  perSecond?: { documents: number; weight?: number };
}

type Findings = ReadonlyMap<string, readonly string[]>;

/**
 * Invariants that no index can check. A walk goes through a collection in the order of its ids, one portion at a time, and looks again
 * at what it found before, so that what was repaired is no longer counted. All its invariants share one reading of the documents.
 */
export function walking<T extends object>(options: WalkOptions<T>): Invariant[] {
  const walk = new AuditWalk(options);
  const rounds = async (now: Date) => [await walk.round(now)];
  return options.rules.map(({ broken: _ofDocs, settledMs: _within, ...rule }, index) => ({
    ...rule,
    broken: async (pass: Pass) => (await walk.findings(pass)).get(rule.name) ?? [],
    ...(index === 0 && { rounds }),
  }));
}

/** The ids that violated an invariant at the last look, also those that do not count yet. */
const violatedBefore = ({ found, since = {} }: AuditWalkDoc, name: string): readonly string[] =>
  since[name] ? Object.keys(since[name]) : (found[name] ?? []);

/** A replica with another pace plans less than this many of its portions ahead. */
const PACES_MAX = 10;

/** Also when a clock that was wrong has planned the next portion in the far future. */
const isTime = (nextAt: Date, now: Date, paceMs: number): boolean =>
  nextAt <= now || nextAt.getTime() > beyondPlan(now, PACES_MAX * paceMs).getTime();

class AuditWalk<T extends object> {
  readonly #options: WalkOptions<T>;
  readonly #states: Collection<AuditWalkDoc>;
  readonly #name: string;
  /** The invariants of a walk are asked one after the other in the same pass. */
  readonly #passes = new WeakMap<Pass, Promise<Findings>>();

  constructor(options: WalkOptions<T>) {
    this.#options = options;
    const { collection } = options;
    this.#name = options.name ?? collection.collectionName;
    this.#states = collection.db.collection('audit-walks');
  }

  /** How far the walk is, and how long it takes. */
  async round(now: Date): Promise<Round> {
    const [state, documents] = await Promise.all([
      this.#state(now),
      this.#options.collection.estimatedDocumentCount(),
    ]);
    return roundOf(this.#name, state, { documents, now });
  }

  findings(pass: Pass): Promise<Findings> {
    const known = this.#passes.get(pass);
    if (known) return known;
    const looking = pass.ids ? this.#lookAt(pass.ids, pass) : this.#goOn(pass);
    this.#passes.set(pass, looking);
    return looking;
  }

  async #lookAt(ids: readonly string[], { now }: Pass): Promise<Findings> {
    const { begunAt, since = {} } = await this.#state(now);
    const found = await this.#check(await this.#read({ $in: [...ids] }, COUNTED_MAX), { now, begunAt });
    return this.#settled(found, since, now);
  }

  async #goOn({ now, paceMs }: Pass): Promise<Findings> {
    const state = await this.#state(now);
    const portion = this.#portion(paceMs);
    const isNext = paceMs === undefined || isTime(state.nextAt, now, paceMs);
    const known = await this.#known(state);
    const looked = this.#light(known);
    const read = isNext ? await this.#read({ $gt: state.after }, portion) : [];
    const docs = this.#light(read, paceMs);
    const each = new Map([...looked, ...docs].map((doc) => [doc._id, doc]));
    const found = await this.#check([...each.values()], { now, begunAt: state.begunAt });
    const unseen = new Set(known.slice(looked.length).map(({ _id }) => _id));
    const violating = new Map(
      [...found].map(([name, ids]) => [
        name,
        [...violatedBefore(state, name).filter((id) => unseen.has(id) && !each.has(id)), ...ids].slice(
          0,
          COUNTED_MAX,
        ),
      ]),
    );
    const since = this.#since(violating, state.since ?? {}, now);
    const findings = this.#settled(violating, since, now);
    const hasEnded = docs.length === read.length && read.length < portion;
    await this.#save(state, {
      ...(isNext && {
        after: hasEnded ? '' : (docs.at(-1)?._id ?? ''),
        ...withPortion(state, { count: docs.length, hasEnded, now, paceMs }),
        nextAt: new Date(now.getTime() + (paceMs ?? 0)),
      }),
      found: Object.fromEntries(findings),
      since,
    });
    return findings;
  }

  /** Since when what violates now has done so; a time of the future comes from a clock that was ahead. */
  #since(violating: Findings, before: NonNullable<AuditWalkDoc['since']>, now: Date): typeof before {
    const timed = this.#options.rules.filter(({ settledMs }) => settledMs !== undefined);
    const timeOf = (name: string, id: string) => {
      const known = before[name]?.[id];
      return known && known < now ? known : now;
    };
    return Object.fromEntries(
      timed.map(({ name }) => [
        name,
        Object.fromEntries((violating.get(name) ?? []).map((id) => [id, timeOf(name, id)])),
      ]),
    );
  }

  /** The findings that count. */
  #settled(violating: Findings, since: NonNullable<AuditWalkDoc['since']>, now: Date): Findings {
    const isSettled = ({ name, settledMs = 0 }: WalkRule<T>, id: string) =>
      settledMs === 0 || (since[name]?.[id] ?? now).getTime() <= now.getTime() - settledMs;
    return new Map(
      this.#options.rules.map((rule) => [
        rule.name,
        (violating.get(rule.name) ?? []).filter((id) => isSettled(rule, id)),
      ]),
    );
  }

  /** Documents that violated an invariant before, in the order in which they were looked at. */
  async #known(state: AuditWalkDoc): Promise<Stored<T>[]> {
    const names = this.#options.rules.map(({ name }) => name);
    const ids = [...new Set(names.flatMap((name) => violatedBefore(state, name)))].slice(0, COUNTED_MAX);
    if (ids.length === 0) return [];
    const docs = await this.#read({ $in: ids }, COUNTED_MAX);
    const byId = new Map(docs.map((doc) => [doc._id, doc]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** The first of the documents, as many as one pass may look at. */
  #light(docs: Stored<T>[], paceMs = 0): Stored<T>[] {
    const { weight, perSecond } = this.#options;
    if (!weight) return docs;
    const max = Math.max(weight.max, ((perSecond?.weight ?? 0) * paceMs) / 1000);
    let sum = 0;
    const isAfterwards = (doc: Stored<T>) => {
      const isFull = sum >= max;
      sum += weight.of(doc);
      return isFull;
    };
    const end = docs.findIndex(isAfterwards);
    return end < 0 ? docs : docs.slice(0, end);
  }

  async #state(begunAt: Date): Promise<AuditWalkDoc> {
    const begin = { after: '', pass: 0, rounds: 0, begunAt, nextAt: new Date(0), found: {} };
    const state = (await this.#states.findOne({ _id: this.#name })) ?? { _id: this.#name, ...begin };
    // A clock that was ahead may have begun the walk.
    return state.begunAt > begunAt ? { ...state, begunAt } : state;
  }

  /** Does nothing when another replica has gone on meanwhile. */
  async #save({ pass, ...state }: AuditWalkDoc, changes: Partial<AuditWalkDoc>): Promise<void> {
    const next = { ...state, ...changes, pass: pass + 1 };
    if (pass > 0) await this.#states.replaceOne({ _id: state._id, pass }, next);
    else
      await this.#states.insertOne(next).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
  }

  /** Documents by their keys, which take the place of their ids. */
  async #read(keys: object, limit: number): Promise<Stored<T>[]> {
    const { collection, fields, key = '_id' } = this.#options;
    const docs = await collection
      .find({ [key]: keys } as Filter<Stored<T>>)
      .sort({ [key]: 1 })
      .limit(limit)
      .project<Stored<T>>(Object.fromEntries([key, ...fields].map((field) => [field, 1])))
      .toArray();
    return key === '_id' ? docs : docs.map((doc) => ({ ...doc, _id: String(Reflect.get(doc, key)) }));
  }

  #portion(paceMs = 0): number {
    const { portion = PORTION, perSecond } = this.#options;
    return Math.max(portion, Math.round(((perSecond?.documents ?? 0) * paceMs) / 1000));
  }

  async #check(docs: readonly Stored<T>[], times: LookTimes): Promise<Findings> {
    const found = new Map<string, readonly string[]>();
    for (const { name, broken } of this.#options.rules) {
      const ids = docs.length === 0 ? [] : await broken(docs, times);
      found.set(name, [...new Set(ids)].slice(0, COUNTED_MAX));
    }
    return found;
  }
}
