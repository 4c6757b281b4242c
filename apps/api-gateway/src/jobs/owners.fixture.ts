import type { InputOf, Property } from '@estate/contracts';
import {
  createListing,
  deleteListing,
  deleteProperty,
  findListings,
  getListing,
  getProperty,
  listListings,
  listProperties,
  PROPERTY_TYPES,
  retryListing,
  updateProperty,
} from '@estate/contracts';
import { Conflict, InvalidInput, NotFound, Unavailable, found } from '@estate/errors';
import { etagOf } from '@estate/messaging';
import type { Preconditions } from '@estate/messaging';
import { newId } from '@estate/persistence';
import type { AskOwner } from '../edge/routing/ask-owner.ts';

const TIME = '2026-11-01T08:30:00.000Z';
const { schema, examples } = PROPERTY_TYPES.apartmentBuy;
const FIELDS = schema.parse(examples.smallest);

interface FakeListing {
  id: string;
  propertyId: string;
  targetId: string;
  state: 'pending' | 'failed' | 'published';
  platformState?: { state: 'rejected' | 'removed' | 'confirmed' };
}

type Answers = Readonly<Record<string, (input: never, preconditions: Preconditions) => unknown>>;

/** A fake of the catalog and distribution for jobs, in memory. */
export function ownersOfJobs() {
  const properties = new Map<string, Property>();
  const listings: FakeListing[] = [];
  const interruptions = new Map<string, (property: Property) => void>();
  const get = (id: string) => found(properties.get(id), 'property', id);
  /** Stores a property with its fields in the order of the contract, as they are sent. */
  const put = (property: Property) => {
    properties.set(property.id, getProperty.output.parse(structuredClone(property)));
  };
  const listingOf = (id: string) =>
    found(
      listings.find((one) => one.id === id),
      'listing',
      id,
    );
  const removeListing = (id: string) => {
    const at = listings.findIndex((listing) => listing.id === id);
    if (at < 0) throw new NotFound(`There is no listing ${id}.`, { code: 'listing-not-found' });
    return listings.splice(at, 1)[0];
  };
  const answers: Answers = {
    [listProperties.subject]: ({ limit, startAfter = '' }: InputOf<typeof listProperties>) => {
      const after = [...properties.values()].filter(({ id }) => id > startAfter);
      return { hasMore: after.length > limit, data: after.slice(0, limit) };
    },
    [getProperty.subject]: ({ id }: { id: string }) => get(id),
    [updateProperty.subject]: ({ id, ...update }: Property, { ifMatch }) => {
      interruptions.get(id)?.(get(id));
      interruptions.delete(id);
      if (ifMatch !== etagOf(JSON.stringify(get(id))))
        throw new Conflict('It has changed.', { code: 'precondition-failed' });
      put({ ...get(id), ...update });
      return get(id);
    },
    [deleteProperty.subject]: ({ id }: { id: string }) => {
      const property = get(id);
      properties.delete(id);
      return property;
    },
    [createListing.subject]: (
      { propertyId, targetId }: InputOf<typeof createListing>,
      { reservedId = '' },
    ) => {
      if (!properties.has(propertyId))
        throw new InvalidInput(`There is no property ${propertyId}.`, { code: 'property-unknown' });
      const existing = listings.find((one) => one.propertyId === propertyId && one.targetId === targetId);
      if (existing && existing.id !== reservedId)
        throw new InvalidInput('The property has a listing there.', { code: 'listing-exists' });
      const listing: FakeListing = { id: reservedId, propertyId, targetId, state: 'pending' };
      if (!existing) listings.push(listing);
      return existing ?? listing;
    },
    [listListings.subject]: ({ propertyId, targetId, state }: InputOf<typeof listListings>) => ({
      hasMore: false,
      data: listings.filter(
        (one) =>
          (propertyId === undefined || one.propertyId === propertyId) &&
          (targetId === undefined || one.targetId === targetId) &&
          (state === undefined || one.state === state),
      ),
    }),
    [findListings.subject]: ({ ids }: { ids: string[] }) => ({
      data: listings.filter(({ id }) => ids.includes(id)),
    }),
    [getListing.subject]: ({ id }: { id: string }) => listingOf(id),
    [deleteListing.subject]: ({ id }: { id: string }) => removeListing(id),
    [retryListing.subject]: ({ id }: { id: string }) => Object.assign(listingOf(id), { state: 'pending' }),
  };
  const owners = {
    properties,
    listings,
    /** The verbs of all calls. */
    calls: [] as string[],
    isAway: false,
    /** Properties whose owner fails. */
    broken: new Set<string>(),
    addProperties: (count: number): string[] =>
      Array.from({ length: count }, () => {
        const property = {
          ...{ id: newId(), type: 'apartmentBuy' as const, fields: FIELDS },
          ...{ attachments: [], links: [], processingStatus: 'successful' as const },
          ...{ externalId: newId(), createdAt: TIME, updatedAt: TIME },
        };
        put(property);
        return property.id;
      }),
    list: (propertyId: string, targetId: string, more: Partial<FakeListing> = {}) => {
      listings.push({ id: newId(), propertyId, targetId, state: 'pending', ...more });
    },
    /** Simulates that somebody takes a listing down and lists its property there again. */
    replaceListing: (id: string) => {
      Object.assign(listingOf(id), { id: newId() });
    },
    published: (targetId: string): string[] =>
      listings.filter((one) => one.targetId === targetId).map(({ propertyId }) => propertyId),
    /** Simulates that somebody else changes the property between the read and the write. */
    changeBeforeUpdate: (id: string, change: (property: Property) => void) => {
      interruptions.set(id, change);
    },
    askOwner: (async ({ subject }, input, preconditions) => {
      owners.calls.push(subject.split('.').at(-1) ?? '');
      await new Promise(setImmediate);
      if (owners.isAway) throw new Unavailable('The service is unavailable.');
      if (owners.broken.has((input as { id?: string }).id ?? '')) throw new Error('a defect');
      return structuredClone(answers[subject]?.(input as never, preconditions));
    }) as AskOwner,
  };
  return owners;
}

export type OwnersOfJobs = ReturnType<typeof ownersOfJobs>;
