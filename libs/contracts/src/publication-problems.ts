import { z } from 'zod';
import { ProblemParameters, filledIn, parametersOf } from './problem-reasons.ts';
import type { GivenParameters } from './problem-reasons.ts';

/** The reasons for problems of a dry run: their codes, and their sentences. Reasons are stable: clients translate by them. */
export const PUBLICATION_REASONS = {
  type_not_taken: ['type_not_taken', '{platform} does not accept properties of the type {propertyType}.'],
  contact_required: [
    'contact_required',
    'The platform needs a contact: set contactId of the property or credentials.contact of the target.',
  ],
  country_not_in_format: [
    'country_unsupported',
    '{country} is not in the country list of OpenImmo, the format of {platform}.',
  ],
  country_not_on_marketplace: [
    'country_unsupported',
    '{country} is not in the list of countries of the marketplace.',
  ],
  no_element: [
    'value_left_out',
    'It is not sent: OpenImmo, the format of {platform}, has no element for it.',
  ],
  no_place: [
    'value_left_out',
    'It is not sent: OpenImmo, the format of {platform}, has no element for this value.',
  ],
  no_place_in_certificate: [
    'value_left_out',
    'It is not sent: OpenImmo, the format of {platform}, has no element for this value in a certificate of this type.',
  ],
  heating_costs_separated: [
    'value_adjusted',
    'OpenImmo, the format of {platform}, separates them from heating costs. They are sent with heating costs.',
  ],
  image_refused: [
    'attachment_type_unsupported',
    '{platform} does not accept images of type {mediaType}, and they cannot be converted.',
  ],
  image_left_out: [
    'attachment_left_out',
    'It is not sent: {platform} does not accept images of this type, and they cannot be converted.',
  ],
  too_many_images: ['attachment_left_out', 'It is not sent: {platform} accepts at most {count} images.'],
  too_many_files: ['attachment_left_out', 'It is not sent: {platform} accepts at most {count} files.'],
  file_type_left_out: [
    'attachment_left_out',
    'It is not sent: {platform} does not accept files of type {mediaType}.',
  ],
  file_too_large: [
    'attachment_left_out',
    'It is not sent: {platform} accepts files of at most {maxBytes} bytes.',
  ],
  not_shown_while_sold: [
    'property_sold',
    'The property is sold or let. It is published when the status changes, or at once with onSold keep.',
  ],
  not_shown_before: ['publication_planned', 'The property is published at the planned time, {publishFrom}.'],
  not_shown_after: [
    'publication_ended',
    'The planned end has passed, {publishUntil}. The property is not shown until publishUntil moves into the future or is removed.',
  ],
  end_before_begin: ['publish_until_impossible', 'It must be after publishFrom, {publishFrom}.'],
  end_in_the_past: [
    'publish_until_impossible',
    'It must be in the future: a listing that has ended would never be published.',
  ],
  always_published: [
    'prevent_publication_unsupported',
    'It cannot be true, because the platform publishes every object.',
  ],
  links_left_out: ['links_left_out', '{platform} does not support links. They are not sent.'],
  certificate_missing: [
    'energy_certificate_missing',
    'German law (GEG, section 87) requires the values of an existing energy certificate in advertisements.',
  ],
  certificate_incomplete: [
    'energy_certificate_incomplete',
    'German law (GEG, section 87) requires this value in advertisements.',
  ],
  larger_than: ['value_doubtful', 'It is larger than {otherField}.'],
  not_authorized: [
    'target_not_authorized',
    'The target is not authorized: its authorizationStatus is {status}.',
  ],
  street_required: [
    'address_required',
    'The marketplace requires street and number. Add them to the property. Set hiddenAddress of the target to flag where it is omit: the marketplace then receives both and does not show them.',
  ],
  requests_not_collected: [
    'requests_not_collected',
    'Without a contact, requests go to the default contact of the marketplace account and are not collected.',
  ],
  phone_format: [
    'phone_refused',
    'The marketplace does not accept {phone}: it must look like +49 89 1234567.',
  ],
  phone_area_code: [
    'phone_refused',
    'The marketplace does not accept {phone}: the area code after +49 must not begin with 0 (write {area}).',
  ],
  phone_too_short: ['phone_refused', 'The marketplace does not accept {phone}: it is too short.'],
  only_spaces: ['value_missing', 'It must not consist of spaces only.'],
  value_required: ['value_missing', 'The marketplace requires it.'],
  region_required: ['value_missing', 'The marketplace requires the region of an address outside Germany.'],
  at_least: ['value_out_of_range', 'It must be at least {limit}.'],
  at_most: ['value_out_of_range', 'It may be at most {limit}.'],
  too_many_characters: ['value_too_long', 'It may have at most {limit} characters.'],
  postal_code_digits: ['postal_code_wrong', 'It must be five digits in Germany.'],
  region_in_germany: [
    'value_left_out',
    'It is not sent: the marketplace accepts a region only outside Germany.',
  ],
  floor_too_low: ['value_adjusted', 'The marketplace supports no floor below {limit}.'],
  price_of_zero: ['price_shown_otherwise', 'A price of 0 is shown as on request.'],
  end_cut_off: ['text_shortened', 'Its end is cut off on the marketplace.'],
  characters_not_shown: ['value_left_out', 'It is not sent: none of its characters can be shown.'],
  no_place_with_type: [
    'value_left_out',
    'It is not sent: the marketplace does not support it for this property type.',
  ],
  replaced_by_field: ['value_left_out', 'It is not sent: {otherField} is sent instead.'],
  class_before_2014: [
    'value_left_out',
    'It is not sent: the marketplace supports no class for certificates from before May 2014.',
  ],
  warm_water_not_taken: [
    'value_left_out',
    'It is not sent: the marketplace accepts it only for consumption certificates from before May 2014.',
  ],
  rounded_to_zero: ['value_left_out', 'It is not sent: rounded to two decimals it is 0.'],
  certificate_of_consumption: [
    'value_left_out',
    'It is not sent: the type of the certificate is consumption.',
  ],
  certificate_of_need: ['value_left_out', 'It is not sent: the type of the certificate is need.'],
  no_place_in_certificate_of_date: [
    'value_left_out',
    'It is not sent: the marketplace does not support it for a certificate of this type and date.',
  ],
  certificate_date_assumed: [
    'value_doubtful',
    'It is not given, and the marketplace accepts these values only with a date of the certificate: {value} is sent. State prior2014.',
  ],
  certificate_not_present: [
    'value_left_out',
    'It is not sent: the marketplace accepts no values while energyCertificateStatus is {status}.',
  ],
  parking_area_too_large: [
    'value_left_out',
    'It is not sent: the marketplace accepts at most {limit} m² for a parking space.',
  ],
  date_of_year_zero: [
    'value_left_out',
    'It is not sent: the marketplace accepts no date in the year 0 for a parking space.',
  ],
  only_with_field: [
    'value_left_out',
    'It is not sent: the marketplace accepts it only together with {otherField}.',
  ],
  value_without_name: ['value_left_out', 'It is not sent: the marketplace has no value for {value}.'],
  outside_plausible: [
    'value_doubtful',
    'It is {number}, which is outside of what is usual: {least} to {most}.',
  ],
  only_with_commission: [
    'value_left_out',
    'It is not sent: the marketplace accepts it only together with commission.',
  ],
  commission_unknown: [
    'value_left_out',
    'It is not sent: it does not say whether a commission is due. State hasCommission.',
  ],
  street_in_watermark: [
    'address_revealed',
    'The watermark contains the street, but hiddenAddress is omit. Change the caption.',
  ],
  street_in_text: [
    'address_revealed',
    'It contains the street, but hiddenAddress is omit. The text is sent unchanged. Change the text.',
  ],
  street_left_out: [
    'value_left_out',
    'It is not sent, because it contains the street and hiddenAddress is omit.',
  ],
  attachments_pending: [
    'property_not_processed',
    'The attachments are still being processed. A listing is published after processing has ended.',
  ],
  attachments_failed: ['property_not_processed', '{details}'],
} as const satisfies Readonly<Record<string, readonly [code: string, text: string]>>;
export type PublicationReason = keyof typeof PUBLICATION_REASONS;

export const PublicationProblem = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  reason: z.string().optional().meta({
    description:
      'More exact than `code`: together with `parameters` it determines `message`. New reasons are added.',
  }),
  field: z.string(),
  message: z.string(),
  parameters: ProblemParameters.optional().meta({ description: 'What `message` names.' }),
});
export type PublicationProblem = z.infer<typeof PublicationProblem>;

/** A part of a property that a platform does not accept unchanged. */
export interface Objection {
  field: string;
  reason: PublicationReason;
  parameters?: GivenParameters | undefined;
}

/** A problem with the code and the sentence of its reason. */
export function publicationProblem(
  severity: PublicationProblem['severity'],
  { field, reason, parameters }: Objection,
): PublicationProblem {
  const [code, text] = PUBLICATION_REASONS[reason];
  const message = filledIn(text, parameters);
  return {
    severity,
    code,
    reason,
    field,
    message,
    ...(parameters && { parameters: parametersOf(parameters) }),
  };
}
