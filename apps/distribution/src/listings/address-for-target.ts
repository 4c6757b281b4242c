import type { HiddenAddress, PropertySnapshot, PublicationProblem } from '@estate/contracts';
import { isOmitted, problemsOfOmission, withoutAddress, withoutStreet } from '../domain/hidden-address.ts';
import type { SentProperty } from '../domain/listing.ts';
import type { TargetRecord } from '../domain/target.ts';
import type { PublishingSettingsStore } from '../stores/publishing-settings-store.ts';
import type { TargetStore } from '../stores/targets/target-store.ts';

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

interface HiddenAddressDeps {
  publishingSettings: Pick<PublishingSettingsStore, 'hiddenAddress'>;
  targets: Pick<TargetStore, 'peek'>;
}

/** Reads the setting again, because the target may have changed since it was read. */
async function hiddenAddressOf(
  { id, accountId }: Pick<TargetRecord, 'id' | 'accountId'>,
  { publishingSettings, targets }: HiddenAddressDeps,
): Promise<HiddenAddress> {
  const target = await targets.peek(id);
  return target?.hiddenAddress ?? publishingSettings.hiddenAddress(accountId);
}
