import { listUnknownTargets } from '@estate/contracts';
import type { Bus } from '@estate/messaging';
import { walking } from '@estate/persistence';
import type { Collection, Invariant } from '@estate/persistence';
import { namingUnknownTargets } from '@estate/runtime';
import type { Manifest } from '../manifest.ts';
import type { SourceDoc } from '../stores/source-store.ts';

interface AuditedSources {
  bus: Pick<Bus<Manifest>, 'ask'>;
  docs: Collection<SourceDoc>;
}

/** Invariants of import sources together with the targets of the distribution. */
export const sourceWalk = ({ bus, docs }: AuditedSources): Invariant[] =>
  walking<SourceDoc>({
    name: 'sources-targets',
    collection: docs,
    fields: ['accountId', 'targetIds'],
    rules: [
      {
        name: 'sources-name-existing-targets',
        meaning:
          'New properties of these import sources are not listed on targets that the customer selected.',
        advice:
          'The targets of these sources were deleted, by an earlier version or while the source was saved. If the database of the distribution was restored from an older backup, restore a newer one. Otherwise, ask the customer to save the targets of the source again.',
        broken: namingUnknownTargets<SourceDoc>(listUnknownTargets, bus, ({ targetIds }) => targetIds),
      },
    ],
  });
