import type { PropertySnapshot, PublicationProblem, PublicationReason } from '@estate/contracts';
import { countryCode, isHeatingInseparable, leftOut } from '@estate/openimmo';
import type { RejectedAttachment } from '../../attachments/media-types.ts';
import { doubtfulValues } from '../doubtful-values.ts';
import type { TargetAccount } from '../platform.ts';
import { error, warning } from '../problems.ts';
import type { PlatformProfile } from '../profiles.ts';
import { planAttachments } from './attachment-plan.ts';
import { energyProblems } from './energy-problems.ts';

/** Problems that would prevent (error) or weaken (warning) the publication of a property. */
export function findProblems(
  profile: PlatformProfile,
  account: Partial<Pick<TargetAccount, 'credentials'>>,
  snapshot: PropertySnapshot,
): PublicationProblem[] {
  return [
    ...propertyType(profile, snapshot),
    ...contact(account, snapshot),
    ...country(profile, snapshot),
    ...energyProblems(snapshot),
    ...valuesLeftOut(profile, snapshot),
    ...rents(profile, snapshot),
    ...doubtfulValues(snapshot),
    ...attachments(profile, snapshot),
    ...links(profile, snapshot),
  ];
}

function propertyType(
  { name, propertyTypes }: PlatformProfile,
  { type }: PropertySnapshot,
): PublicationProblem[] {
  if (propertyTypes === undefined || propertyTypes.includes(type)) return [];
  return [error('type_not_taken', 'type', { platform: name, propertyType: type })];
}

function contact(
  { credentials }: Partial<Pick<TargetAccount, 'credentials'>>,
  snapshot: PropertySnapshot,
): PublicationProblem[] {
  if (snapshot.contact ?? credentials?.contact) return [];
  return [error('contact_required', 'contactId')];
}

function country({ name }: PlatformProfile, { fields }: PropertySnapshot): PublicationProblem[] {
  const { country: code } = fields.address;
  if (countryCode(code) !== undefined) return [];
  return [error('country_not_in_format', 'fields.address.country', { country: code, platform: name })];
}

/** Warns of every field that is left out. */
function valuesLeftOut({ name }: PlatformProfile, { type, fields }: PropertySnapshot): PublicationProblem[] {
  const { fields: names, values } = leftOut({ type, fields });
  const left = (path: string, reason: PublicationReason) =>
    warning(reason, `fields.${path}`, { platform: name });
  return [
    ...names.map((path) => left(path, 'no_element')),
    ...values.map((path) => left(path, isPartOfCertificate(path) ? 'no_place_in_certificate' : 'no_place')),
  ];
}

const isPartOfCertificate = (path: string): boolean => path.includes('Certificate.');

function rents({ name }: PlatformProfile, { fields }: PropertySnapshot): PublicationProblem[] {
  if (!isHeatingInseparable(fields)) return [];
  return [warning('heating_costs_separated', 'fields.additionalCosts', { platform: name })];
}

function attachments(profile: PlatformProfile, snapshot: PropertySnapshot): PublicationProblem[] {
  const { rejected } = planAttachments(snapshot.attachments, profile.images, '');
  return rejected.map((each) => attachmentProblem(profile, each));
}

function attachmentProblem(
  { name, images }: PlatformProfile,
  { attachment: { position, mediaType }, reason }: RejectedAttachment,
): PublicationProblem {
  const field = `attachments.${position}`;
  const platform = name;
  switch (reason) {
    case 'unreadable':
      return error('image_refused', field, { platform, mediaType });
    case 'too many':
      return warning('too_many_images', field, { platform, count: images.maxCount ?? Infinity });
    case 'type':
      return warning('file_type_left_out', field, { platform, mediaType });
    case 'size':
      return warning('file_too_large', field, { platform, maxBytes: images.maxBytes ?? Infinity });
  }
}

function links(profile: PlatformProfile, snapshot: PropertySnapshot): PublicationProblem[] {
  if (profile.links || snapshot.links.length === 0) return [];
  return [warning('links_left_out', 'links', { platform: profile.name })];
}
