import type { PropertySnapshot, PublicationProblem } from '@estate/contracts';
import { isOmitted, problemsOfOmission, withoutAddress, withoutStreet } from '../domain/hidden-address.ts';
import type { SentProperty } from '../domain/listing.ts';
import type { TargetRecord } from '../domain/target.ts';
import { hiddenAddressOf } from './hidden-address-of.ts';
import type { HiddenAddressDeps } from './hidden-address-of.ts';

type TargetKey = Pick<TargetRecord, 'id' | 'accountId'>;

interface Sendable {
  snapshot: PropertySnapshot;
  problems: PublicationProblem[];
}

const isOmittedFor = async (
  { fields }: Pick<SentProperty, 'fields'>,
  target: TargetKey,
  deps: HiddenAddressDeps,
): Promise<boolean> => !fields.address.publish && isOmitted(fields, await hiddenAddressOf(target, deps));

/** The property as it may be sent to a target, with what that changes. */
export async function sendable(
  snapshot: PropertySnapshot,
  target: TargetKey,
  deps: HiddenAddressDeps,
): Promise<Sendable> {
  if (!(await isOmittedFor(snapshot, target, deps))) return { snapshot, problems: [] };
  return { snapshot: withoutAddress(snapshot), problems: problemsOfOmission(snapshot) };
}

/** The same for the little that a deletion says of a property. */
export async function sendableDeletion(
  property: SentProperty,
  target: TargetKey,
  deps: HiddenAddressDeps,
): Promise<SentProperty> {
  if (!(await isOmittedFor(property, target, deps))) return property;
  return { ...property, fields: withoutStreet(property.fields) };
}
