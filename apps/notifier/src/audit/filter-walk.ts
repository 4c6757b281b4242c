import { listUnknownTargets } from '@estate/contracts';
import type { Bus } from '@estate/messaging';
import { walking } from '@estate/persistence';
import type { Collection, Invariant } from '@estate/persistence';
import { namingUnknownTargets } from '@estate/runtime';
import type { Manifest } from '../manifest.ts';
import type { WebhookDoc } from '../stores/webhook-store.ts';

interface AuditedFilters {
  bus: Pick<Bus<Manifest>, 'ask'>;
  docs: Collection<WebhookDoc>;
}

/** Invariants of webhooks together with the targets of the distribution. */
export const filterWalk = ({ bus, docs }: AuditedFilters): Invariant[] =>
  walking<WebhookDoc>({
    name: 'webhooks-targets',
    collection: docs,
    fields: ['accountId', 'filter', 'deletedAt'],
    rules: [
      {
        name: 'filters-name-existing-targets',
        meaning: 'These webhooks wait for events about targets that do not exist.',
        advice:
          'The targets in the filters of these webhooks were deleted, by an earlier version or while the webhook was saved. If the database of the distribution was restored from an older backup, restore a newer one. Otherwise, ask the customer to change the filter.',
        broken: namingUnknownTargets<WebhookDoc>(listUnknownTargets, bus, ({ filter, deletedAt }) =>
          deletedAt ? [] : (filter?.targetIds ?? []),
        ),
      },
    ],
  });
