import type { PropertySnapshot, PublicationProblem } from '@estate/contracts';
import type { RejectedAttachment } from '../../attachments/media-types.ts';
import { lacksStreet } from '../../domain/hidden-address.ts';
import { doubtfulValues } from '../doubtful-values.ts';
import type { AuthorizedAccount } from '../platform.ts';
import { error, warning } from '../problems.ts';
import { wantedAttachments } from './attachments/wanted.ts';
import { normalPhone } from './contact/phone.ts';
import { fieldProblems } from './field-problems.ts';
import { line } from './object/text.ts';
import type { MarketplaceProfile } from './profile.ts';

/** Problems that would prevent (error) or weaken (warning) a publication, found without asking the marketplace. */
export const findProblems = (
  profile: MarketplaceProfile,
  account: AuthorizedAccount,
  snapshot: PropertySnapshot,
): PublicationProblem[] => [
  ...authorization(account),
  ...hiddenAddress(snapshot),
  ...fieldProblems(snapshot).filter(({ field }) => !(lacksStreet(snapshot.fields) && isStreet(field))),
  ...doubtfulValues(snapshot),
  ...contact(account, snapshot),
  ...attachments(profile, snapshot),
];

function authorization({ status }: AuthorizedAccount): PublicationProblem[] {
  if (status === 'accepted') return [];
  return [error('not_authorized', 'targetId', { status })];
}

const isStreet = (field: string): boolean =>
  field === 'fields.address.street' || field === 'fields.address.streetNumber';

/** The marketplace checks addresses itself, so it accepts none without street and number. */
function hiddenAddress({ fields }: PropertySnapshot): PublicationProblem[] {
  if (!lacksStreet(fields)) return [];
  return [error('street_required', 'fields.address.street')];
}

function contact(
  { autoCollectRequests }: AuthorizedAccount,
  { contact: person }: PropertySnapshot,
): PublicationProblem[] {
  if (!person) return autoCollectRequests ? [warning('requests_not_collected', 'contactId')] : [];
  const phones = (['phone', 'mobilePhone'] as const).flatMap((name) => {
    const given = person[name];
    const verdict = given === undefined ? undefined : normalPhone(given);
    if (given === undefined || !verdict || verdict.ok) return [];
    const { reason, parameters } = verdict;
    return [error(reason, `contact.${name}`, { phone: given, ...parameters })];
  });
  if (line(person.lastName) !== '') return phones;
  return [...phones, error('only_spaces', 'contact.lastName')];
}

function attachments(profile: MarketplaceProfile, snapshot: PropertySnapshot): PublicationProblem[] {
  return wantedAttachments(snapshot, profile.images).rejected.map((each) => attachmentProblem(profile, each));
}

function attachmentProblem(
  { name: platform, images }: MarketplaceProfile,
  { attachment: { position, mediaType }, reason }: RejectedAttachment,
): PublicationProblem {
  const field = `attachments.${position}`;
  switch (reason) {
    case 'unreadable':
      return warning('image_left_out', field, { platform });
    case 'too many':
      return warning('too_many_files', field, { platform, count: images.maxCount });
    case 'type':
      return warning('file_type_left_out', field, { platform, mediaType });
    case 'size':
      return warning('file_too_large', field, { platform, maxBytes: images.maxBytes });
  }
}
