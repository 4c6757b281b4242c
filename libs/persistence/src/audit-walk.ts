import type { Collection, Filter } from 'mongodb';
import { roundOf, withPortion } from './audit-rounds.ts';
import type { RoundDoc } from './audit-rounds.ts';
import { COUNTED_MAX } from './auditor.ts';
import type { Invariant, Pass, Round, Rule } from './auditor.ts';
import { isDuplicateKey } from './driver-errors.ts';

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
  found: Record<string, string[]>;
  /** Since when documents have violated an invariant that allows some time, by its name. */
  suspected?: Suspected;
}

type Suspected = Record<string, { id: string; since: Date }[]>;

type Stored<T> = T & { _id: string };

/** The time of a look, and since when the walk has been there. */
export interface LookTimes {
  now: Date;
  begunAt: Date;
}

/** An invariant that only the whole document shows, or another document. */
export interface WalkRule<T> extends Rule {
  /** A violation counts only once it has lasted for so long. */
  settleMs?: number;
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

interface Checked {
  found: Findings;
  suspected: Suspected;
}

/**
 * Invariants that no index can check. A walk goes through a collection in the order of its ids, one portion at a time, and looks again
 * at what it found before, so that what was repaired is no longer counted. All its invariants share one reading of the documents.
 */
export function walking<T extends object>(options: WalkOptions<T>): Invariant[] {
  const walk = new AuditWalk(options);
  const rounds = async (now: Date) => [await walk.round(now)];
  return options.rules.map(({ broken: _ofDocs, settleMs: _allowed, ...rule }, index) => ({
    ...rule,
    broken: async (pass: Pass) => (await walk.findings(pass)).get(rule.name) ?? [],
    ...(index === 0 && { rounds }),
  }));
}

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
    const state = await this.#state(now);
    return (await this.#check(await this.#read({ $in: [...ids] }, COUNTED_MAX), state, now)).found;
  }

  async #goOn({ now, paceMs }: Pass): Promise<Findings> {
    const state = await this.#state(now);
    const portion = this.#portion(paceMs);
    const isNext = paceMs === undefined || state.nextAt <= now;
    const known = await this.#known(state);
    const looked = this.#light(known);
    const read = isNext ? await this.#read({ $gt: state.after }, portion) : [];
    const docs = this.#light(read, paceMs);
    const each = new Map([...looked, ...docs].map((doc) => [doc._id, doc]));
    const { found, suspected } = await this.#check([...each.values()], state, now);
    const unseen = new Set(known.slice(looked.length).map(({ _id }) => _id));
    const findings = new Map(
      [...found].map(([name, ids]) => [
        name,
        [...(state.found[name] ?? []).filter((id) => unseen.has(id) && !each.has(id)), ...ids].slice(
          0,
          COUNTED_MAX,
        ),
      ]),
    );
    const hasEnded = docs.length === read.length && read.length < portion;
    await this.#save(state, {
      ...(isNext && {
        after: hasEnded ? '' : (docs.at(-1)?._id ?? ''),
        ...withPortion(state, { count: docs.length, hasEnded, now, paceMs }),
        nextAt: new Date(now.getTime() + (paceMs ?? 0)),
      }),
      found: Object.fromEntries(findings),
      ...(Object.keys(suspected).length > 0 && { suspected }),
    });
    return findings;
  }

  /** What violated an invariant before, in the order in which it was looked at. */
  async #known({ found, suspected = {} }: AuditWalkDoc): Promise<Stored<T>[]> {
    const settling = Object.values(suspected).flatMap((all) => all.map(({ id }) => id));
    const ids = [...new Set([...Object.values(found).flat(), ...settling])].slice(0, COUNTED_MAX);
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
    return (await this.#states.findOne({ _id: this.#name })) ?? { _id: this.#name, ...begin };
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

  async #check(
    docs: readonly Stored<T>[],
    { begunAt, suspected: before = {} }: AuditWalkDoc,
    now: Date,
  ): Promise<Checked> {
    const found = new Map<string, readonly string[]>();
    const suspected: Suspected = {};
    for (const { name, broken, settleMs } of this.#options.rules) {
      const wrong = docs.length === 0 ? [] : await broken(docs, { now, begunAt });
      const ids = [...new Set(wrong)].slice(0, COUNTED_MAX);
      found.set(name, ids);
      if (settleMs === undefined) continue;
      const since = new Map((before[name] ?? []).map((one) => [one.id, one.since]));
      const suspects = ids.map((id) => ({ id, since: since.get(id) ?? now }));
      const settled = suspects.filter((one) => one.since.getTime() <= now.getTime() - settleMs);
      suspected[name] = suspects;
      found.set(
        name,
        settled.map(({ id }) => id),
      );
    }
    return { found, suspected };
  }
}
