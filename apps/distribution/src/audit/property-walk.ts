import { listRevisions } from '@estate/contracts';
import type { Bus } from '@estate/messaging';
import { newRequestId } from '@estate/observability';
import { walking } from '@estate/persistence';
import type { Collection, Invariant, WalkRule } from '@estate/persistence';
import type { ListingDoc } from '../stores/listings/listing-document.ts';
import type { ListingStore } from '../stores/listings/listing-store.ts';
import { HEARD_WITHIN_MS, isSettled } from './references.ts';

export interface PropertyAudit {
  bus: Pick<Bus<{ asks: readonly (typeof listRevisions)[]; tells: readonly never[] }>, 'ask'>;
  docs: Collection<ListingDoc>;
  listings: Pick<ListingStore, 'makeDueOfRevision'>;
  wakeLane: (targetId: string) => void;
}

type Compared = Pick<ListingDoc, '_id' | 'propertyId' | 'state' | 'heardRevision' | 'dueAt'>;

/** Invariants of listings together with the properties of the catalog. */
export const propertyWalk = (audit: PropertyAudit): Invariant[] => {
  const { docs } = audit;
  const fields = ['propertyId', 'state', 'heardRevision', 'dueAt'];
  const look = new Comparison(audit);
  return walking<ListingDoc>({
    ...{ name: 'listings-properties', collection: docs, fields },
    rules: [
      {
        name: 'listings-know-the-newest-revision',
        meaning: 'The platforms show an old state of the properties, and the change will not be published.',
        advice:
          'The listings missed changes of their properties, because a message of the catalog was lost. Publish the listings (rek repair).',
        settledMs: HEARD_WITHIN_MS,
        broken: async (portion) => [...(await look.behind(portion)).keys()],
        repair: (ids, now) => look.catchUp(ids, now),
      },
    ] satisfies WalkRule<ListingDoc>[],
  });
};

/** Compares listings with the properties of the catalog as they are now. */
class Comparison {
  readonly #audit: PropertyAudit;

  constructor(audit: PropertyAudit) {
    this.#audit = audit;
  }

  /** Makes listings due that still have an old revision. */
  async catchUp(ids: readonly string[], now: Date): Promise<string[]> {
    const { docs, listings, wakeLane } = this.#audit;
    const present = await docs.find({ _id: { $in: [...ids] } }).toArray();
    const behind = await this.behind(present);
    for (const { propertyId, revision } of behind.values()) {
      const reason = { at: now, requestId: newRequestId() };
      const targets = await listings.makeDueOfRevision({ propertyId, revision }, reason);
      targets.forEach(wakeLane);
    }
    return [...behind.keys()];
  }

  async behind(
    listings: readonly Compared[],
  ): Promise<Map<string, { propertyId: string; revision: number }>> {
    const settled = listings.filter(isSettled);
    const ids = [...new Set(settled.map(({ propertyId }) => propertyId))];
    const revisions = await this.#revisions(ids);
    return new Map(
      settled.flatMap(({ _id, propertyId, heardRevision }) => {
        const present = revisions.get(propertyId);
        if (!present || present.isPending || heardRevision >= present.revision) return [];
        return [[_id, { propertyId, revision: present.revision }] as const];
      }),
    );
  }

  async #revisions(ids: readonly string[]): Promise<Map<string, { revision: number; isPending: boolean }>> {
    const caller = { accountId: '', requestId: newRequestId() };
    const found = new Map<string, { revision: number; isPending: boolean }>();
    for (let at = 0; at < ids.length; at += ASKED_AT_ONCE) {
      const asked = ids.slice(at, at + ASKED_AT_ONCE);
      const { data } = await this.#audit.bus.ask(listRevisions, { ids: asked }, caller);
      for (const { id, ...present } of data) found.set(id, present);
    }
    return found;
  }
}

const ASKED_AT_ONCE = 1000;
