import { publicationProblem } from '@estate/contracts';
import type { Objection } from '@estate/contracts';
import { Conflict, refusal, refusalOf } from '@estate/errors';
import type { InvalidInput, Problem } from '@estate/errors';
import type { ListingTimes } from './listing-times.ts';
import type { TargetRecord } from './target.ts';

type Authorized = Pick<TargetRecord, 'authorization'>;

/** A wish that no listing can have: what is wrong, and the code of its refusal. */
interface Impossible extends Objection {
  code: 'prevent-publication-unsupported' | 'publish-until-impossible';
}

/** Only platforms with a public channel of their own can store an object without showing it; portals cannot. */
export const impossiblePrevention = (
  preventPublication: boolean | undefined,
  target: Authorized,
): Impossible[] =>
  preventPublication !== true || target.authorization
    ? []
    : [
        {
          code: 'prevent-publication-unsupported',
          field: 'preventPublication',
          reason: 'always_published',
        },
      ];

/** The end is after the begin. Only a listing that there is already may have ended: a new one says when it is made. */
export function impossibleTimes({ publishFrom, publishUntil }: ListingTimes, madeAt?: Date): Impossible[] {
  const about = { code: 'publish-until-impossible', field: 'publishUntil' } as const;
  if (publishFrom && publishUntil && publishUntil <= publishFrom)
    return [{ ...about, reason: 'end_before_begin', parameters: { publishFrom: publishFrom.toISOString() } }];
  return madeAt && publishUntil && publishUntil <= madeAt ? [{ ...about, reason: 'end_in_the_past' }] : [];
}

/** Each impossible wish as a problem of the body: its sentence with the field as the subject, and without the full stop of the whole. */
export const refused = (impossible: readonly Impossible[]): Problem[] =>
  impossible.map(({ code, ...objection }) => {
    const { field } = objection;
    const { message } = publicationProblem('error', objection);
    return { path: field, code, message: message.replace(/^It\b/, field).replace(/\.$/, '') };
  });

/** The refusal of a listing whose target is unknown, its property, or both. */
export function referencesUnknown(unknown: { targetId?: string; propertyId?: string }): InvalidInput {
  const problems = REFERENCES.flatMap(({ path, what, code }) => {
    const id = unknown[path];
    return id === undefined
      ? []
      : [{ path, code, message: `${path}: there is no ${what} with the id ${id}` }];
  });
  const code = unknown.targetId === undefined ? 'property-unknown' : 'target-unknown';
  return refusalOf(problems, code);
}

const REFERENCES = [
  { path: 'targetId', what: 'target', code: 'target-unknown' },
  { path: 'propertyId', what: 'property', code: 'property-unknown' },
] as const;

export const listingExists = (id: string): InvalidInput =>
  refusal('listing-exists', 'propertyId', `The property already has a listing on this target: ${id}`);

/** Another call is about to make the same listing; whether it succeeds is not known yet. */
export const listingInTheMaking = (id: string): Conflict =>
  new Conflict(`Another request is creating the listing ${id} of this property on this target.`, {
    code: 'listing-in-the-making',
  });

/** A target without the approval of an end user has no new listings. */
export function notAccepted({ authorization }: Authorized): Problem[] {
  if (!authorization || authorization.status === 'accepted') return [];
  const { status } = authorization;
  const message = `targetId: the target is not authorized (its authorizationStatus is ${status}); send the end user to its authorizationUrl`;
  return [{ path: 'targetId', code: 'target-not-authorized', message }];
}
