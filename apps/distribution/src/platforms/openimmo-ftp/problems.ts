import type { PropertySnapshot, PublicationProblem } from '@estate/contracts';
import type { RejectedAttachment } from '../../attachments/media-types.ts';
import type { TargetAccount } from '../platform.ts';
import { error, warning } from '../problems.ts';
import type { PlatformProfile } from '../profiles.ts';
import { countryCode } from './document/countries.ts';
import { planAttachments } from './attachment-plan.ts';

/** What would stop (error) or weaken (warning) the publication of a property. */
export function findProblems(
  profile: PlatformProfile,
  account: TargetAccount,
  snapshot: PropertySnapshot,
): PublicationProblem[] {
  return [
    ...contact(account, snapshot),
    ...country(profile, snapshot),
    ...energyCertificate(snapshot),
    ...parkingPrice(snapshot),
    ...attachments(profile, snapshot),
    ...links(profile, snapshot),
  ];
}

function contact(account: TargetAccount, snapshot: PropertySnapshot): PublicationProblem[] {
  if (snapshot.contact ?? account.credentials.contact) return [];
  return [
    error(
      'contact_required',
      'contactId',
      'The platform needs a contact: set contactId of the property or credentials.contact of the target.',
    ),
  ];
}

function country({ name }: PlatformProfile, { fields }: PropertySnapshot): PublicationProblem[] {
  const { country: code } = fields.address;
  if (countryCode(code) !== undefined) return [];
  const message = `${code} is not in the country list of OpenImmo, the format of ${name}.`;
  return [error('country_unsupported', 'fields.address.country', message)];
}

/** Commercial advertisements must name these values when there is a certificate (GEG, section 87). */
function energyCertificate({ fields }: PropertySnapshot): PublicationProblem[] {
  const { energyCertificateStatus: status, residentialEnergyCertificate: certificate } = fields;
  const field = 'fields.residentialEnergyCertificate';
  if (certificate === undefined) {
    if (status === 'notRequired' || status === 'notYetPresent' || fields.isListed) return [];
    const message = 'German law (GEG, section 87) asks advertisements to name the energy certificate.';
    return [warning('energy_certificate_missing', field, message)];
  }
  const missing = [
    ...(certificate.energyClass === undefined ? [`${field}.energyClass`] : []),
    ...(fields.constructionYear === undefined ? ['fields.constructionYear'] : []),
  ];
  return missing.map((path) =>
    warning('energy_certificate_incomplete', path, 'German law (GEG, section 87) asks for this value.'),
  );
}

function parkingPrice({ fields }: PropertySnapshot): PublicationProblem[] {
  if (fields.parkingSpacePurchasePrice === undefined || fields.parkingSpaceType !== undefined) return [];
  const field = 'fields.parkingSpacePurchasePrice';
  return [warning('parking_price_left_out', field, 'It cannot be sent without fields.parkingSpaceType.')];
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
  if (reason === 'unreadable') {
    const message = `${name} does not accept images of type ${mediaType}, and they cannot be converted.`;
    return error('attachment_type_unsupported', field, message);
  }
  const reasons = {
    'too many': `${name} accepts at most ${images.maxCount} images`,
    type: `${name} does not accept files of type ${mediaType}`,
    size: `${name} accepts files of at most ${images.maxBytes} bytes`,
  };
  return warning('attachment_left_out', field, `It is not sent: ${reasons[reason]}.`);
}

function links(profile: PlatformProfile, snapshot: PropertySnapshot): PublicationProblem[] {
  if (profile.links || snapshot.links.length === 0) return [];
  return [warning('links_left_out', 'links', `${profile.name} does not support links. They are not sent.`)];
}
