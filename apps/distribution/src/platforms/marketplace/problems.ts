import type { ApartmentBuyFields, PropertySnapshot, PublicationProblem } from '@estate/contracts';
import type { RejectedAttachment } from '../../attachments/media-types.ts';
import type { AuthorizedAccount } from '../platform.ts';
import { error, warning } from '../problems.ts';
import { wantedAttachments } from './attachments/wanted.ts';
import { normalPhone } from './contact/phone.ts';
import { rounded } from './object/amounts.ts';
import { energyOf } from './object/energy.ts';
import { LOWEST_FLOOR } from './object/rows.ts';
import { isNoteTooLong, line, MAX_COURTAGE_NOTE } from './object/text.ts';
import type { MarketplaceProfile } from './profile.ts';

/** What would stop (error) or weaken (warning) a publication, found without asking the marketplace. */
export const findProblems = (
  profile: MarketplaceProfile,
  account: AuthorizedAccount,
  snapshot: PropertySnapshot,
): PublicationProblem[] => [
  ...authorization(account),
  ...name(snapshot),
  ...address(snapshot.fields.address),
  ...ranges(snapshot.fields),
  ...texts(snapshot.fields),
  ...energy(snapshot.fields),
  ...contact(account, snapshot),
  ...attachments(profile, snapshot),
];

function authorization({ status }: AuthorizedAccount): PublicationProblem[] {
  if (status === 'accepted') return [];
  const message = `The target is not authorized: its authorizationStatus is ${status}.`;
  return [error('authorization_revoked', 'targetId', message)];
}

function name({ externalId }: PropertySnapshot): PublicationProblem[] {
  if (externalId.trim() !== '') return [];
  return [error('value_missing', 'externalId', 'It must not consist of spaces only.')];
}

const MAX_HOUSE_NUMBER = 10;

function address({ country, ...given }: ApartmentBuyFields['address']): PublicationProblem[] {
  const at = (name: string) => `fields.address.${name}`;
  const empty = (['street', 'streetNumber', 'postalCode', 'city'] as const)
    .filter((name) => line(given[name]) === '')
    .map((name) => error('value_missing', at(name), 'It must not consist of spaces only.'));
  const number = line(given.streetNumber);
  const tooLong = number.length > MAX_HOUSE_NUMBER;
  const isGerman = country === 'DEU' && line(given.postalCode) !== '';
  const wrongCode = isGerman && !/^\d{5}$/.test(line(given.postalCode));
  return [
    ...empty,
    ...(tooLong
      ? [error('value_too_long', at('streetNumber'), `It may have at most ${MAX_HOUSE_NUMBER} characters.`)]
      : []),
    ...(wrongCode
      ? [error('postal_code_wrong', at('postalCode'), 'It must be five digits in Germany.')]
      : []),
  ];
}

const MOST = { numberOfFloors: 999, numberOfBedrooms: 99, numberOfBathrooms: 99 } as const;

function ranges(fields: ApartmentBuyFields): PublicationProblem[] {
  const tooMany = Object.entries(MOST)
    .filter(([name, most]) => (fields[name as keyof typeof MOST] ?? 0) > most)
    .map(([name, most]) => error('value_out_of_range', `fields.${name}`, `It may be at most ${most}.`));
  const nothing = (['livingArea', 'usableArea'] as const)
    .filter((name) => fields[name] !== undefined && rounded(fields[name]) === 0)
    .map((name) => error('value_out_of_range', `fields.${name}`, 'It is 0 when rounded to two decimals.'));
  const { floor, purchasePrice, purchasePriceOnRequest } = fields;
  const isFree = rounded(purchasePrice) === 0 && purchasePriceOnRequest !== true;
  return [
    ...tooMany,
    ...nothing,
    ...(floor !== undefined && floor < LOWEST_FLOOR
      ? [
          warning(
            'value_adjusted',
            'fields.floor',
            `The marketplace supports no floor below ${LOWEST_FLOOR}.`,
          ),
        ]
      : []),
    ...(isFree
      ? [warning('price_shown_otherwise', 'fields.purchasePrice', 'A price of 0 is shown as on request.')]
      : []),
  ];
}

const NOTES = [
  'description',
  'furnishingDescription',
  'locationDescription',
  'miscellaneousDescription',
] as const;

function texts(fields: ApartmentBuyFields): PublicationProblem[] {
  const shortened = (name: string) =>
    warning('text_shortened', `fields.${name}`, 'Its end is cut off on the marketplace.');
  const long = NOTES.filter((name) => isNoteTooLong(fields[name] ?? '')).map(shortened);
  const { commissionDescription = '', title } = fields;
  return [
    ...(line(title) === ''
      ? [error('value_missing', 'fields.title', 'It must not consist of spaces only.')]
      : []),
    ...long,
    ...(line(commissionDescription).length > MAX_COURTAGE_NOTE ? [shortened('commissionDescription')] : []),
  ];
}

/** Commercial advertisements must name these values when there is a certificate (GEG, section 87). */
function energy(fields: ApartmentBuyFields): PublicationProblem[] {
  const name = 'fields.residentialEnergyCertificate';
  const { energyCertificateStatus: status, residentialEnergyCertificate: certificate, isListed } = fields;
  const excused = status === 'notRequired' || status === 'notYetPresent' || isListed === true;
  const missing =
    certificate === undefined && !excused
      ? [
          warning(
            'energy_certificate_missing',
            name,
            'German law (GEG, section 87) asks advertisements to name the energy certificate.',
          ),
        ]
      : [];
  const leftOut = energyOf(fields).leftOut.map(({ field, reason }) =>
    warning('value_left_out', `${name}${field}`, `It is not sent: ${reason}.`),
  );
  return [...missing, ...leftOut];
}

function contact(
  { autoCollectRequests }: AuthorizedAccount,
  { contact: person }: PropertySnapshot,
): PublicationProblem[] {
  if (!person) {
    const message =
      'Without a contact, requests go to the default contact of the account and are not collected.';
    return autoCollectRequests ? [warning('requests_not_collected', 'contactId', message)] : [];
  }
  const phones = (['phone', 'mobilePhone'] as const).flatMap((name) => {
    const given = person[name];
    const verdict = given === undefined ? undefined : normalPhone(given);
    if (!verdict || verdict.ok) return [];
    return [
      error('phone_refused', `contact.${name}`, `The marketplace does not take ${given}: ${verdict.reason}.`),
    ];
  });
  if (line(person.lastName) !== '') return phones;
  return [...phones, error('value_missing', 'contact.lastName', 'It must not consist of spaces only.')];
}

function attachments(profile: MarketplaceProfile, snapshot: PropertySnapshot): PublicationProblem[] {
  const { name, images } = profile;
  const reasons: Record<RejectedAttachment['reason'], string> = {
    'too many': `${name} accepts at most ${images.maxCount} files`,
    type: `${name} does not accept files of this type`,
    size: `${name} accepts files of at most ${images.maxBytes} bytes`,
    unreadable: `${name} does not accept images of this type, and they cannot be converted`,
  };
  return wantedAttachments(snapshot, images).rejected.map(({ attachment: { position }, reason }) =>
    warning('attachment_left_out', `attachments.${position}`, `It is not sent: ${reasons[reason]}.`),
  );
}
