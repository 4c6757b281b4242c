import type { Collection, Filter } from 'mongodb';
import { beyondPlan } from './audit-looks.ts';
import { roundOf, withPortion } from './audit-rounds.ts';
import type { RoundDoc } from './audit-rounds.ts';
import { COUNTED_MAX } from './auditor.ts';
import type { Invariant, Pass, Round, Rule } from './auditor.ts';
import { isDuplicateKey } from '../mongo/driver-errors.ts';

/** The maximum number of new documents in one pass. */
const PORTION = 2000;

/** The position of an auditor's walk, and its findings: shared by all replicas, and kept over restarts. */
export interface AuditWalkDoc extends RoundDoc {
  _id: string;
  /** The key of the last document that was checked; empty at the beginning of a round. */
  after: string;
  /** Incremented by every write, so that only one of several replicas continues. */
  pass: number;
  begunAt: Date;
  /** The earliest time of the next portion. */
  nextAt: Date;
  /** The documents that violate an invariant, by its name. */
  found: Record<string, readonly string[]>;
  /** The time since which documents violate an invariant that tolerates short violations, by the invariant's name and their ids. */
  since?: Record<string, Record<string, Date>>;
}

type Stored<T> = T & { _id: string };

/** The time of a check, and the start of the walk. */
export interface LookTimes {
  now: Date;
  begunAt: Date;
}

/** An invariant that needs the whole document, or another document. */
export interface WalkRule<T> extends Rule {
  /** The minimum duration of a violation: before that, a message may be in transit. */
  settledMs?: number;
  /** The ids of the documents in a portion that violate the invariant. */
  broken: (docs: readonly Stored<T>[], times: LookTimes) => Promise<readonly string[]> | readonly string[];
}

export interface WalkOptions<T> {
  /** The name of the walk; that of its collection by default. */
  name?: string;
  collection: Collection<Stored<T>>;
  /** The field that defines the order and identifies documents in findings: text, unique and with an index; the id by default. */
  key?: string;
  /** The fields that are read. */
  fields: readonly string[];
  rules: readonly WalkRule<T>[];
  portion?: number;
  /** The maximum weight of one pass, not counting its last document. */
  weight?: { of: (doc: Stored<T>) => number; max: number };
  /** The additional documents and weight of a pass for each second of waiting for its turn. */
  perSecond?: { documents: number; weight?: number };
}

type Findings = ReadonlyMap<string, readonly string[]>;

/**
 * Invariants that no index can check. A walk goes through a collection in the order of its ids, one portion at a time, and checks its
 * earlier findings again, so that repaired ones no longer count. All its invariants share one read of the documents.
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

/** The ids that violated an invariant at the last check, including those that do not count yet. */
const violatedBefore = ({ found, since = {} }: AuditWalkDoc, name: string): readonly string[] =>
  since[name] ? Object.keys(since[name]) : (found[name] ?? []);

/** The maximum number of portions that a replica with another pace plans ahead. */
const PACES_MAX = 10;

/** True if the next portion is due, also if a wrong clock has planned it in the far future. */
const isTime = (nextAt: Date, now: Date, paceMs: number): boolean =>
  nextAt <= now || nextAt.getTime() > beyondPlan(now, PACES_MAX * paceMs).getTime();

class AuditWalk<T extends object> {
  readonly #options: WalkOptions<T>;
  readonly #states: Collection<AuditWalkDoc>;
  readonly #name: string;
  /** Passes in progress, because the invariants of a walk are asked one after the other in the same pass. */
  readonly #passes = new WeakMap<Pass, Promise<Findings>>();

  constructor(options: WalkOptions<T>) {
    this.#options = options;
    const { collection } = options;
    this.#name = options.name ?? collection.collectionName;
    this.#states = collection.db.collection('audit-walks');
  }

  /** The progress of the walk, and its duration. */
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

  /** The start of each current violation; a time in the future comes from a clock that was ahead. */
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

  /** The violations that have lasted long enough to count. */
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

  /** Earlier findings, in the order in which they were checked. */
  async #known(state: AuditWalkDoc): Promise<Stored<T>[]> {
    const names = this.#options.rules.map(({ name }) => name);
    const ids = [...new Set(names.flatMap((name) => violatedBefore(state, name)))].slice(0, COUNTED_MAX);
    if (ids.length === 0) return [];
    const docs = await this.#read({ $in: ids }, COUNTED_MAX);
    const byId = new Map(docs.map((doc) => [doc._id, doc]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** The first of the documents, up to the limits of one pass. */
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
    // A clock that was ahead may have started the walk.
    return state.begunAt > begunAt ? { ...state, begunAt } : state;
  }

  /** Does nothing if another replica has continued since. */
  async #save({ pass, ...state }: AuditWalkDoc, changes: Partial<AuditWalkDoc>): Promise<void> {
    const next = { ...state, ...changes, pass: pass + 1 };
    if (pass > 0) await this.#states.replaceOne({ _id: state._id, pass }, next);
    else
      await this.#states.insertOne(next).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
  }

  /** Reads documents with their keys in the place of their ids. */
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
