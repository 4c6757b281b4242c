import type { Listing, Property, Target } from '@estate/client';
import { allOf, api } from '../api/client.ts';

/** The steps of a new account; each needs the one before. */
export const STEPS = ['contact', 'target', 'property', 'listing', 'online'] as const;
export type Step = (typeof STEPS)[number];

export interface Setup {
  done: Record<Step, boolean>;
  /** The first target whose credentials work, else the first target. */
  target: Target | undefined;
  property: Property | undefined;
  /** The first listing that a portal confirmed, else the first that was published. */
  listing: Listing | undefined;
}

/** The checklist is shown for a day after the first publication: not every portal confirms what it shows. */
const SHOWN_AFTER_MS = 86_400_000;

/** Reads from the API which steps are done; one resource of each kind is enough. */
export async function readSetup(signal: AbortSignal): Promise<Setup> {
  const [first, newest, options] = [{ limit: 1 }, { limit: 1, order: 'desc' } as const, { signal }];
  const [contacts, targets, properties, published, confirmed] = await Promise.all([
    api.contacts.list(first, options),
    allOf(api.targets.all({}, options)),
    api.properties.list(newest, options),
    api.listings.list({ ...first, published: true }, options),
    api.listings.list({ ...first, platformState: 'confirmed' }, options),
  ]);
  const ready = targets.find(isConnected);
  const [listing] = [...confirmed.data, ...published.data];
  return {
    done: {
      contact: contacts.data.length > 0,
      target: ready !== undefined || listing !== undefined,
      property: properties.data.length > 0,
      listing: listing !== undefined,
      online: confirmed.data.length > 0,
    },
    target: ready ?? targets[0],
    property: properties.data[0],
    listing,
  };
}

/** True if the portal is known to accept the account; a feed has nothing to log in to. */
const isConnected = ({ authorizationStatus, feed, lastCheck }: Target): boolean =>
  feed !== undefined || authorizationStatus === 'accepted' || lastCheck?.ok === true;

export const nextStepOf = ({ done }: Setup): Step | undefined => STEPS.find((step) => !done[step]);

/** True if the account is no longer new. */
export const isSetUp = (setup: Setup, now: number): boolean =>
  setup.listing !== undefined && now - Date.parse(setup.listing.createdAt) > SHOWN_AFTER_MS;
