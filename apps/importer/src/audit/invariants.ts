import {
  before,
  dueWithinSchedule,
  leaseEnds,
  matching,
  referenceFields,
  referenceRules,
  walking,
} from '@estate/persistence';
import type { Bytes, Collection, Filter, Invariant } from '@estate/persistence';
import type { ImportDoc } from '../stores/import-document.ts';
import type { ObjectDoc } from '../stores/object-store.ts';
import { WORK_FIELDS } from '../stores/queue-document.ts';
import type { QueueDoc } from '../stores/queue-document.ts';
import { LAST_LOOK_MS } from '../stores/result-store.ts';
import type { ResultDoc } from '../stores/result-store.ts';
import type { SourceDoc } from '../stores/source-store.ts';
import { LONGEST_PAUSE_MS } from '../working/pauses.ts';
import { importWalks } from './import-walks.ts';
import { queueReferences } from './references.ts';

const BEGUN_WITHIN_MS = 30 * 60_000;
const REMOVED_WITHIN_MS = 60 * 60_000;

/** The needs of the rules of the collections. */
export interface Audited {
  imports: Collection<ImportDoc>;
  objects: Collection<ObjectDoc>;
  queues: Collection<QueueDoc>;
  sources: Collection<SourceDoc>;
  packages: Pick<Bytes, 'absent' | 'audit' | 'delete' | 'problems'>;
}

/** The invariants of imports. */
export const importInvariants = (audited: Audited): Invariant[] => [
  ...importWalks(audited),
  removedInTime(audited.imports),
];

/** The invariants of the queues of imports. */
export const queueInvariants = (
  queues: Collection<QueueDoc>,
  { sources }: Pick<Audited, 'sources'>,
): Invariant[] => [
  {
    name: 'imports-worked-on-in-time',
    meaning: 'Packages of customers are waiting, and their properties are not updated.',
    advice: 'Imports are waiting. Check whether the importer runs, check its log, and add replicas.',
    broken: matching(queues, (now) => ({ dueAt: { $lt: before(now, BEGUN_WITHIN_MS) } })),
  },
  dueWithinSchedule(
    queues,
    { dueAt: WORK_FIELDS.dueAt, longestMs: LONGEST_PAUSE_MS },
    {
      name: 'imports-due-within-schedule',
      meaning: 'Packages of customers are waiting, and their properties are not updated.',
    },
  ),
  ...walking<QueueDoc>({
    collection: queues,
    fields: ['lease', 'fence', ...referenceFields(queueReferences(sources))],
    rules: [leaseEnds(queues, 'import-leases-end'), ...referenceRules(queueReferences(sources))],
  }),
];

/** The invariants of result files. */
export const resultInvariants = (results: Collection<ResultDoc>): Invariant[] => [
  {
    name: 'import-results-written-in-time',
    meaning: 'Estate software does not learn what became of its packages.',
    advice:
      'Result files are due and nobody looks at them. Check whether the importer has an FTP server, and check its log.',
    broken: matching(results, (now) => ({ dueAt: { $lt: before(now, BEGUN_WITHIN_MS) } })),
  },
  dueWithinSchedule(
    results,
    { dueAt: 'dueAt', longestMs: LAST_LOOK_MS },
    {
      name: 'import-results-due-within-schedule',
      meaning: 'Estate software does not learn what became of its packages.',
    },
  ),
  removedInTime(results),
];

/** A document with an end to its keeping is removed by the importer itself. */
const removedInTime = <T extends { _id: string; removeAt?: Date }>(collection: Collection<T>): Invariant => ({
  name: `${collection.collectionName}-removed-in-time`,
  meaning: 'Data is kept for longer than the documentation says.',
  advice: 'The importer does not remove what has expired. Check whether it runs, and check its log.',
  broken: matching(
    collection,
    (now) => ({ removeAt: { $lt: before(now, REMOVED_WITHIN_MS) } }) as unknown as Filter<T>,
  ),
});
