import { PublicationSucceeded } from '@estate/contracts';
import type { PropertySnapshot } from '@estate/contracts';
import { walkMessages } from '@estate/messaging';
import type { Bus, StoredMessage } from '@estate/messaging';
import { sentProperty } from '../domain/listing.ts';
import type { UnknownObjectRecord } from '../domain/unknown-object.ts';
import type { Manifest } from '../manifest.ts';
import type { UnknownObjectStore } from '../stores/unknown-object-store.ts';

const COMPARED_AT_ONCE = 500;
/** Clocks of replicas may differ by this much. */
const SKEW_MS = 60_000;
const PROCESSED = 'event.property.processing_succeeded';

export interface UnknownObjectDeps {
  bus: Pick<Bus<Manifest>, 'ready'>;
  unknownObjects: Pick<UnknownObjectStore, 'add' | 'describe' | 'withoutListing'>;
}

type Published = UnknownObjectRecord & { isThere: boolean };

/**
 * Finds what was published since a time and is not known any more: the events about it are still at the broker. Returns how many
 * objects it found.
 */
export async function findUnknownObjects(
  { bus, unknownObjects }: UnknownObjectDeps,
  lostSince: Date,
): Promise<number> {
  const since = new Date(lostSince.getTime() - SKEW_MS);
  const there = (await publishedSince(bus, since)).filter(({ isThere }) => isThere);
  const unknown: UnknownObjectRecord[] = [];
  while (there.length > 0) {
    const together = there.splice(0, COMPARED_AT_ONCE);
    const ids = new Set(await unknownObjects.withoutListing(together.map(({ id }) => id)));
    unknown.push(...together.filter(({ id }) => ids.has(id)).map(({ isThere: _, ...object }) => object));
  }
  for (const object of unknown) await unknownObjects.add(object);
  const wanted = new Set(unknown.map(({ propertyId }) => propertyId));
  for (const snapshot of await propertiesSince(bus, since, wanted))
    await unknownObjects.describe(snapshot.propertyId, sentProperty(snapshot));
  return unknown.length;
}

/** The newest publication of each listing. */
async function publishedSince(bus: Pick<Bus, 'ready'>, since: Date): Promise<Published[]> {
  const newest = new Map<string, Published>();
  await walkMessages(bus, { filter: 'event.publication.>', since }, (message) => {
    const published = publicationOf(message);
    if (!published) return;
    const known = newest.get(published.id);
    if (!known || known.publishedAt <= published.publishedAt) newest.set(published.id, published);
  });
  return [...newest.values()];
}

function publicationOf({ subject, accountId, at, data }: StoredMessage): Published | undefined {
  if (subject !== PublicationSucceeded.subject) return undefined;
  const publication = PublicationSucceeded.data.safeParse(data);
  if (!publication.success) return undefined;
  const { listingId: id, propertyId, targetId, type, publicUrl } = publication.data;
  return {
    ...{ id, accountId, targetId, propertyId, publishedAt: at, isThere: type === 'set' },
    ...(publicUrl !== undefined && { publicUrl }),
  };
}

/** The newest state of properties, as far as it was published. */
async function propertiesSince(
  bus: Pick<Bus, 'ready'>,
  since: Date,
  wanted: ReadonlySet<string>,
): Promise<PropertySnapshot[]> {
  if (wanted.size === 0) return [];
  const newest = new Map<string, { at: Date; snapshot: PropertySnapshot }>();
  await walkMessages(bus, { filter: 'event.property.>', since }, ({ subject, at, data }) => {
    const { id } = data as { id: string };
    if (subject !== PROCESSED || !wanted.has(id) || at < (newest.get(id)?.at ?? new Date(0))) return;
    newest.set(id, { at, snapshot: { ...(data as PropertySnapshot), propertyId: id } });
  });
  return [...newest.values()].map(({ snapshot }) => snapshot);
}
