import {
  createListing,
  deleteListing,
  deleteProperty,
  getListing,
  getProperty,
  listListings,
  retryListing,
  updateProperty,
} from '@estate/contracts';
import type { JobAction, Listing, Property } from '@estate/contracts';
import { Conflict, InvalidInput, NotFound } from '@estate/errors';
import { etagOf } from '@estate/messaging';
import type { z } from 'zod';
import type { ItemResult } from '../domain/job.ts';
import type { ItemWork } from './job-deps.ts';

/**
 * The call that a customer would make for an item, for each action. Idempotent: a retry after a crash repeats nothing.
 * @throws the error of the call
 */
export const ITEM_ACTIONS: Readonly<Record<JobAction, (work: ItemWork) => Promise<ItemResult>>> = {
  publish,
  takeDown: (work) => withListings(work, ANY, takeDown),
  retry: (work) => withListings(work, NOT_ONLINE, retry),
  setContact: (work) => change(work, (property) => ({ ...property, contactId: work.job.order.contactId })),
  setSalesStatus: (work) =>
    change(work, ({ fields, ...rest }) => ({
      ...rest,
      fields: { ...fields, salesStatus: work.job.order.salesStatus },
    })),
  delete: remove,
};

export const skipped = (code: string, message: string): ItemResult => ({
  state: 'skipped',
  reason: { code, message },
});

async function publish({ item, ask }: ItemWork): Promise<ItemResult> {
  const { propertyId, targetId = '', listingId = '' } = item;
  try {
    const { property } = await ask(createListing, { propertyId, targetId }, { reservedId: listingId });
    return { state: 'succeeded', listingIds: [listingId], ...(property && { property }) };
  } catch (error) {
    // An earlier attempt has created it, and somebody has deleted it since.
    if (error instanceof Conflict && error.code === 'deleted-meanwhile')
      return { state: 'succeeded', listingIds: [listingId] };
    if (error instanceof InvalidInput && error.code === 'listing-exists')
      return skipped(error.code, error.message);
    throw error;
  }
}

interface Which {
  /** The words for the message that there is none. */
  words: string;
  isMeant(listing: Listing): boolean;
}

const ANY: Which = { words: 'no listing', isMeant: () => true };

/** Listings that are not online; one that the platform rejected or removed was uploaded, so its state is `published`. */
const NOT_ONLINE: Which = {
  words: 'no listing that failed or that the platform rejected or removed',
  isMeant: ({ state, platformState }) =>
    state === 'failed' || platformState?.state === 'rejected' || platformState?.state === 'removed',
};

type OnListing = (work: ItemWork, listing: Listing) => Promise<void>;

async function withListings(work: ItemWork, which: Which, act: OnListing): Promise<ItemResult> {
  if (work.item.chosenListingId !== undefined) return withChosen(work, work.item.chosenListingId, act);
  const listings = (await listingsOf(work)).filter(which.isMeant);
  for (const listing of listings) await act(work, listing);
  const [first] = listings;
  if (first) {
    const listingIds = listings.map(({ id }) => id);
    return { state: 'succeeded', listingIds, ...(first.property && { property: first.property }) };
  }
  const { item, ask } = work;
  const property = summaryOf(await ask(getProperty, { id: item.propertyId }));
  if (item.begunAt) return { state: 'succeeded', property };
  const where = item.targetId === undefined ? '' : ' on this target';
  return { ...skipped('listing-not-found', `The property has ${which.words}${where}.`), property };
}

/** Acts on the chosen listing; one that was created on the same target since then was not chosen. */
async function withChosen(work: ItemWork, id: string, act: OnListing): Promise<ItemResult> {
  const { item, ask } = work;
  try {
    const listing = await ask(getListing, { id });
    await act(work, listing);
    return {
      state: 'succeeded',
      listingIds: [id],
      ...(listing.property && { property: listing.property }),
    };
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    // An earlier attempt may have taken it down.
    if (item.begunAt && work.job.order.action === 'takeDown') return { state: 'succeeded', listingIds: [id] };
    return skipped('listing-not-found', 'The listing no longer exists.');
  }
}

async function listingsOf({ item, ask }: ItemWork): Promise<Listing[]> {
  const { propertyId, targetId } = item;
  const listings: Listing[] = [];
  for (let startAfter: string | undefined; ;) {
    const page = await ask(listListings, {
      ...{ propertyId, limit: 100, order: 'asc' },
      ...(targetId !== undefined && { targetId }),
      ...(startAfter !== undefined && { startAfter }),
    });
    listings.push(...page.data);
    startAfter = page.continueAfter ?? page.data.at(-1)?.id;
    if (!page.hasMore) return listings;
  }
}

async function takeDown({ ask }: ItemWork, { id }: Listing): Promise<void> {
  try {
    await ask(deleteListing, { id });
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
}

async function retry({ ask }: ItemWork, { id }: Listing): Promise<void> {
  await ask(retryListing, { id });
}

type Update = z.input<(typeof updateProperty)['input']>;
const TRIES = 5;

/** Changes the current property; a concurrent change of somebody else is kept. */
async function change({ item, ask }: ItemWork, changed: (property: Property) => object): Promise<ItemResult> {
  const { propertyId: id } = item;
  for (let attempt = 1; ; attempt += 1) {
    const property = await ask(getProperty, { id });
    const { type, externalId, fields, attachments, links, contactId, onSold } = changed(property) as Property;
    const update = { type, externalId, fields, attachments, links, contactId, onSold };
    const done: ItemResult = { state: 'succeeded', property: summaryOf(property) };
    if (saysTheSame(property, update))
      return item.begunAt
        ? done
        : { ...skipped('unchanged', 'The property already has this value.'), property: summaryOf(property) };
    try {
      await ask(updateProperty, { ...update, id } as Update, { ifMatch: etagOf(JSON.stringify(property)) });
      return done;
    } catch (error) {
      const isOutdated = error instanceof Conflict && error.code === 'precondition-failed';
      if (!isOutdated || attempt === TRIES) throw error;
    }
  }
}

const saysTheSame = (property: Property, update: Partial<Property>): boolean =>
  property.contactId === update.contactId && property.fields.salesStatus === update.fields?.salesStatus;

async function remove({ item, ask }: ItemWork): Promise<ItemResult> {
  try {
    return { state: 'succeeded', property: summaryOf(await ask(deleteProperty, { id: item.propertyId })) };
  } catch (error) {
    // An earlier attempt has deleted it.
    if (error instanceof NotFound && item.begunAt) return { state: 'succeeded' };
    throw error;
  }
}

const summaryOf = ({ externalId, fields: { title } }: Property) => ({ externalId, title });
