import { Conflict } from '@estate/errors';
import type { InvalidInput } from '@estate/errors';
import type { ListingTimes } from './listing-times.ts';
import { refusal } from './target-rules.ts';
import type { TargetRecord } from './target.ts';

type Authorized = Pick<TargetRecord, 'authorization'>;

/** Only platforms with a public channel of their own can store an object without showing it; portals cannot. */
export function requirePublishing(preventPublication: boolean | undefined, target: Authorized): void {
  if (preventPublication !== true || target.authorization) return;
  const message = 'preventPublication cannot be true, because the platform publishes every object';
  throw refusal('prevent-publication-unsupported', 'preventPublication', message);
}

/** @throws InvalidInput when the end is not after the begin */
export function requireOrder({ publishFrom, publishUntil }: ListingTimes): void {
  if (!publishFrom || !publishUntil || publishUntil > publishFrom) return;
  const message = `publishUntil must be after publishFrom, ${publishFrom.toISOString()}`;
  throw refusal('publish-until-impossible', 'publishUntil', message);
}

/** @throws InvalidInput when the end of a new listing has passed */
export function requireFuture({ publishUntil }: ListingTimes, now: Date): void {
  if (!publishUntil || publishUntil > now) return;
  const message = 'publishUntil must be in the future: a listing that has ended would never be published';
  throw refusal('publish-until-impossible', 'publishUntil', message);
}

export const targetUnknown = (id: string): InvalidInput =>
  refusal('target-unknown', 'targetId', `targetId: there is no target with the id ${id}`);

export const propertyUnknown = (id: string): InvalidInput =>
  refusal('property-unknown', 'propertyId', `propertyId: there is no property with the id ${id}`);

export const listingExists = (id: string): InvalidInput =>
  refusal('listing-exists', 'propertyId', `The property already has a listing on this target: ${id}`);

/** Another call is about to make the same listing; whether it succeeds is not known yet. */
export const listingInTheMaking = (id: string): Conflict =>
  new Conflict(`Another request is creating the listing ${id} of this property on this target.`, {
    code: 'listing-in-the-making',
  });

/** Throws InvalidInput until an end user has approved the target. */
export function requireAccepted({ authorization }: Authorized): void {
  if (!authorization || authorization.status === 'accepted') return;
  const { status } = authorization;
  const message = `targetId: the target is not authorized (its authorizationStatus is ${status}); send the end user to its authorizationUrl`;
  throw refusal('target-not-authorized', 'targetId', message);
}
