import {
  before,
  dueWithinSchedule,
  leaseEnds,
  matching,
  outboxSent,
  referenceFields,
  referenceRules,
  referenceWalk,
  walking,
} from '@estate/persistence';
import type { Bytes, Collection, Filter, Invariant, OutboxDocument } from '@estate/persistence';
import type { ImportDoc } from '../stores/import-document.ts';
import type { KnownDoc } from '../stores/known-store.ts';
import type { ObjectDoc } from '../stores/object-store.ts';
import { WORK_FIELDS } from '../stores/queue-document.ts';
import type { QueueDoc } from '../stores/queue-document.ts';
import { LAST_LOOK_MS } from '../stores/result-store.ts';
import type { ResultDoc } from '../stores/result-store.ts';
import type { SourceDoc } from '../stores/source-store.ts';
import { LONGEST_PAUSE_MS } from '../working/pauses.ts';
import { importWalks } from './import-walks.ts';
import { objectWalk } from './object-walk.ts';
import { knownReferences, queueReferences, resultReferences } from './references.ts';

const BEGUN_WITHIN_MS = 30 * 60_000;
const REMOVED_WITHIN_MS = 60 * 60_000;

export interface Audited {
  imports: Collection<ImportDoc>;
  objects: Collection<ObjectDoc>;
  queues: Collection<QueueDoc>;
  results: Collection<ResultDoc>;
  sources: Collection<SourceDoc>;
  known: Collection<KnownDoc>;
  packages: Pick<Bytes, 'absent' | 'audit' | 'problems'>;
}

/** The invariants of all documents of the importer. */
export function importerInvariants(audited: Audited): Invariant[] {
  const { imports, objects, queues, results, sources, known } = audited;
  const ofQueues = queueReferences(sources);
  return [
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
      fields: ['lease', 'fence', ...referenceFields(ofQueues)],
      rules: [leaseEnds(queues, 'import-leases-end'), ...referenceRules(ofQueues)],
    }),
    ...importWalks(audited),
    ...objectWalk({ objects, imports }),
    ...referenceWalk<KnownDoc>({
      ...{ name: 'known-objects', collection: known, references: knownReferences({ imports, sources }) },
    }),
    ...resultInvariants(results, sources),
    removedInTime(imports),
    outboxSent(imports as unknown as Collection<OutboxDocument>),
  ];
}

const resultInvariants = (results: Collection<ResultDoc>, sources: Collection<SourceDoc>): Invariant[] => [
  ...referenceWalk<ResultDoc>({
    ...{ name: 'import-results', collection: results, references: resultReferences(sources) },
  }),
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

/** What has an end to its keeping is removed by the importer itself. */
const removedInTime = <T extends { _id: string; removeAt?: Date }>(collection: Collection<T>): Invariant => ({
  name: `${collection.collectionName}-removed-in-time`,
  meaning: 'Data is kept for longer than the documentation says.',
  advice: 'The importer does not remove what has expired. Check whether it runs, and check its log.',
  broken: matching(
    collection,
    (now) => ({ removeAt: { $lt: before(now, REMOVED_WITHIN_MS) } }) as unknown as Filter<T>,
  ),
});
