import { isDeepStrictEqual } from 'node:util';
import type { ImportCounts } from '@estate/contracts';
import {
  before,
  ofDocument,
  referenceFields,
  referenceRules,
  walking,
  wholeBytes,
} from '@estate/persistence';
import type { Bytes, Collection, Invariant, WalkRule } from '@estate/persistence';
import type { ImportDoc } from '../stores/import-document.ts';
import { ObjectStore } from '../stores/object-store.ts';
import type { ObjectDoc } from '../stores/object-store.ts';
import type { QueueDoc } from '../stores/queue-document.ts';
import type { SourceDoc } from '../stores/source-store.ts';
import { importReferences } from './references.ts';

/** Longer than a queue takes to become due again. */
const STRANDED_MS = 15 * 60_000;
/** The objects of each import are counted. */
const COUNTED_AT_ONCE = 100;

interface AuditedImports {
  imports: Collection<ImportDoc>;
  objects: Collection<ObjectDoc>;
  sources: Collection<SourceDoc>;
  queues: Collection<QueueDoc>;
  packages: Pick<Bytes, 'absent' | 'audit' | 'problems'>;
}

/** Invariants that imports show by themselves, with their queues and with their packages. */
export function importWalks({ imports, objects, sources, queues, packages }: AuditedImports): Invariant[] {
  const references = importReferences({ sources, imports });
  return [
    ...walking<ImportDoc>({
      collection: imports,
      fields: [
        ...['state', 'isOpen', 'isCancelled', 'finishedAt', 'createdAt', 'queueId'],
        ...referenceFields(references),
      ],
      rules: [unendedIsOpen(imports), openIsDue(imports, queues), ...referenceRules(references)],
    }),
    ...walking<ImportDoc>({
      name: 'imports-counts',
      collection: imports,
      fields: ['state', 'counts', 'removeAt'],
      portion: COUNTED_AT_ONCE,
      rules: [countsAddUp(imports, objects)],
    }),
    ...packagesWhole(imports, packages),
  ];
}

/** The objects of an import are removed before it is. */
const countsAddUp = (imports: Collection<ImportDoc>, objects: Collection<ObjectDoc>): WalkRule<ImportDoc> => {
  const store = new ObjectStore(objects);
  const wrongCounts = async (doc: ImportDoc, now: Date): Promise<ImportCounts | undefined> => {
    if (doc.state !== 'finished' || (doc.removeAt && doc.removeAt <= now)) return undefined;
    const right = await store.counts(doc._id);
    return isDeepStrictEqual({ ...right, ...doc.counts }, right) ? undefined : right;
  };
  return {
    name: 'finished-imports-count-their-objects',
    meaning: 'The imports show other numbers of created, updated or failed properties than their objects.',
    advice:
      'The stored counts of these imports differ from their objects. Count the objects again (rek repair).',
    broken: async (docs, { now }) => {
      const wrong: string[] = [];
      for (const doc of docs) if (await wrongCounts(doc, now)) wrong.push(doc._id);
      return wrong;
    },
    repair: async (ids, now) => {
      const repaired: string[] = [];
      for (const doc of await imports.find({ _id: { $in: [...ids] } }).toArray()) {
        const counts = await wrongCounts(doc, now);
        if (!counts) continue;
        const asSeen = { _id: doc._id, state: 'finished' as const };
        const { modifiedCount } = await imports.updateOne(asSeen, { $set: { counts } });
        if (modifiedCount === 1) repaired.push(doc._id);
      }
      return repaired;
    },
  };
};

/** An import with something to do is found by its queue. */
const unendedIsOpen = (imports: Collection<ImportDoc>): WalkRule<ImportDoc> =>
  ofDocument<ImportDoc>(imports, {
    name: 'unended-imports-are-open',
    meaning: 'The imports never end, and later ones of their source overtake them.',
    advice: 'No worker will go on with the imports. Let them be worked on (rek repair).',
    isBroken: ({ state, isOpen, isCancelled, finishedAt }) =>
      finishedAt === undefined &&
      isOpen === undefined &&
      (state !== 'awaiting_confirmation' || isCancelled === true),
    seen: ({ state }) => ({ state, isOpen: { $exists: false }, finishedAt: { $exists: false } }),
    correction: () => ({ $set: { isOpen: true as const } }),
  });

/** The queue of an open import is due, now or later. */
const openIsDue = (imports: Collection<ImportDoc>, queues: Collection<QueueDoc>): WalkRule<ImportDoc> => {
  const stranded = async (docs: readonly ImportDoc[], now: Date): Promise<ImportDoc[]> => {
    const open = docs.filter((doc) => doc.isOpen === true && doc.createdAt < before(now, STRANDED_MS));
    const ids = [...new Set(open.map(({ queueId }) => queueId))];
    if (ids.length === 0) return [];
    const due = await queues
      .find({ _id: { $in: ids }, dueAt: { $exists: true } }, { projection: { _id: 1 } })
      .toArray();
    const known = new Set(due.map(({ _id }) => _id));
    return open.filter(({ queueId }) => !known.has(queueId));
  };
  return {
    name: 'open-imports-have-a-due-queue',
    meaning: 'The imports of the source are not worked on.',
    advice:
      'The queues of these imports are not due, and the importer did not notice. Check whether it runs, and make them due (rek repair).',
    broken: async (docs, { now }) => (await stranded(docs, now)).map(({ _id }) => _id),
    repair: async (ids, now) => {
      const docs = await stranded(await imports.find({ _id: { $in: [...ids] } }).toArray(), now);
      for (const { queueId, accountId } of docs) {
        await queues.updateOne(
          { _id: queueId, dueAt: { $exists: false } },
          {
            $set: { dueAt: now },
            $inc: { arrivals: 1 },
            $setOnInsert: { accountId, attempt: 0, internalErrors: 0 },
          },
          { upsert: true },
        );
      }
      return docs.map(({ _id }) => _id);
    },
  };
};

/** The bytes of every package that is still to be read, or whose files are still to be stored. */
const packagesWhole = (imports: Collection<ImportDoc>, packages: AuditedImports['packages']): Invariant[] =>
  wholeBytes<ImportDoc>(
    {
      name: 'packages-bytes-whole',
      meaning: 'The imports fail, because their packages are gone or damaged.',
      advice:
        'The bytes of these packages are gone or damaged, and nothing has a copy (rek bytes check says which and why). Check the store and its disk. The customer sends the package again.',
    },
    {
      ...{ walk: 'imports-bytes', collection: imports, fields: ['packageName', 'finishedAt'] },
      namesOf: ({ packageName, finishedAt }) => (finishedAt === undefined ? [packageName] : []),
      naming: (names) => ({ packageName: { $in: [...names] }, finishedAt: { $exists: false } }),
    },
    packages,
  );
