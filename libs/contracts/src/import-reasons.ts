import { filledIn } from './problem-reasons.ts';
import type { GivenParameters } from './problem-reasons.ts';

/** The reasons for problems of an object in an import, as sentences. Reasons are stable: clients translate by them. */
export const IMPORT_REASONS = {
  object_too_large: 'The object is too large: {details}.',
  number_missing: 'The object has no number: neither objektnr_extern nor openimmo_obid nor objektnr_intern.',
  number_unsaid:
    'The number of the object says nothing. It was imported, but another object with this number would replace it.',
  type_missing: 'The object has no kind (objektart).',
  type_ambiguous: 'The object has several kinds (objektart).',
  type_unknown: 'There is no property type for {details}.',
  use_unknown: 'The use of the object is not understood, and decides its property type.',
  deal_ambiguous: 'The object is for sale and for rent. Send it as two objects.',
  deal_missing: 'The object is neither for sale nor for rent.',
  currency_foreign: 'Prices of a property must be in EUR. The prices of the object were left out.',
  currency_assumed:
    'No currency is given, and {country} does not have the euro. The prices were imported as EUR. State the currency.',
  markup_removed: 'HTML tags were removed, because texts of properties are plain text.',
  text_cut: 'The text has more than {limit} characters. It was cut.',
  text_expected: 'The value cannot be read. It was left out.',
  text_unsaid: 'The text stands for “not filled in”. It was left out.',
  number_expected: 'The value is not a number. It was left out.',
  number_ambiguous:
    'Nothing says whether the separator stands before decimals or before thousands. It was read as {number}.',
  value_doubtful:
    '{field} is {number}, which is outside of what is usual: {least} to {most}. It was imported. Check it in your software.',
  period_converted: '{number} for the period {period} was imported as {converted} in {field}.',
  lease_period_missing:
    'Nothing says whether the lease (pacht) is paid by the month or by the year. It was left out.',
  price_on_request: 'The object has no price. It was imported with a price on request.',
  price_contradicts:
    'The text says that the price is on request. The price of the object was imported as {field}.',
  price_without_tax:
    'The object has a price without value added tax only (kaufpreisnetto). It was imported as the purchase price.',
  rent_without_tax:
    'The object has a rent without value added tax only ({element}). It was imported as {field}.',
  title_made: 'The object has no title. It was imported with the title “{title}”.',
  country_unknown: 'The country is not known. Use a code of ISO 3166 such as DEU, AUT or CHE.',
  postal_code_doubtful:
    'The postal code does not look like one of the country {country}. State the country of the object.',
  release_unknown: 'The value is neither true nor false. The address is not shown.',
  commission_contradicts:
    'The flag contradicts the text of the commission. The text was imported, the flag was left out.',
  commission_unknown:
    'The text does not say whether a commission is due, and no flag does. The text was imported. Portals receive no statement about it.',
  decider_unknown:
    'The value is not understood, and decides what is published. It was left out. Correct it in your software.',
  value_repeated:
    'The element stands there more than once, with different values. {imported} was imported, this one was left out.',
  portals_excluded:
    'Your software excludes the object from these portals: {portals}. It was imported, and is listed on every target of the source.',
  portals_chosen:
    'Your software offers the object on these portals only: {portals}. It was imported, and is listed on every target of the source.',
  parking_kind_left_out: 'A property has one kind of parking space. This one was left out: {details}.',
  energy_type_missing:
    'The energy certificate does not say whether it is of need or of consumption (epart). It was left out.',
  energy_type_contradicts:
    'The energy certificate has no value of this type (epart), but one of the other. It was imported with the type of its value.',
  energy_total_left_out:
    'A certificate of consumption of a commercial building has values for power and heat (stromwert, waermewert). This one contains only their total, and was left out.',
  energy_source_missing: 'The energy certificate names no known energy source. It was imported without one.',
  energy_sources_unknown:
    'The energy certificate names sources that are not known: {details}. It was imported with the others.',
  read_as: 'There is no property type for {details}. The object was imported as {propertyType}.',
  controls_removed: 'Characters that XML forbids were left out.',
  contact_text_cut: 'The {part} of the contact has more than {limit} characters. It was cut.',
  flag_expected: 'The value is not true or false. It was left out.',
  field_missing: '{rule}. The object cannot be imported without it.',
  value_refused: '{rule}. The object cannot be imported without it.',
  value_left_out: '{rule}. The value was left out.',
  value_below_limit: '{rule}. The value was left out.',
  value_above_limit: '{rule}. The value was left out.',
  contact_without_email: 'The contact person has no valid email address and was left out.',
  contact_only_phone:
    'The contact person has no valid email address and was left out. It has the telephone numbers {phones}.',
  contact_without_name: 'The contact person has no name and was left out.',
  contact_value_left_out: 'The value is not allowed for {part} of a contact. It was left out.',
  phone_first: 'The element has several telephone numbers. {phone} was imported.',
  phone_country_assumed:
    'Nothing says the country of the telephone number. It was imported as {phone}. State the country code.',
  contact_refused: '{details}',
  embedded_file_unusable:
    'The embedded file cannot be used: {details}. It is left out unless an earlier import has stored the file.',
  file_not_named: 'The attachment names no file. It was left out.',
  path_outside_package: 'The path names no file of a package. The attachment was left out.',
  too_many_links: 'A property has at most {limit} links. This one was left out.',
  link_refused: 'The URL is not allowed for a link. The link was left out.',
  too_many_attachments: 'A property has at most {limit} attachments. The last {count} were left out.',
  file_missing: 'The file is not in the package. It was left out.',
  file_too_large: '{details} It was left out.',
  file_unreadable: '{details} It was left out.',
  file_damaged: 'The file in the package is damaged. It was left out.',
  file_refused: '{details} It was left out.',
  file_kept: 'The file is not in the package. The file from an earlier import was kept.',
  file_kept_outdated:
    'The file has changed according to its check element, but is not in the package. The file from an earlier import was kept.',
  file_kept_damaged: '{details} The file from an earlier import was kept.',
  address_dead: '{details} The property is published without this file.',
  external_id_taken: '{details}',
  type_changed: '{details}',
  property_refused: '{details}',
  listing_refused: '{details}',
  offer_ended: 'The offer has ended, {publishUntil}. The property was imported, but not listed.',
  object_unknown: 'No property was created from this object.',
  further_problems: '{count} further problems are not listed.',
  further_values: '{count} further values without a field are not listed.',
  internal: 'An internal error occurred while the object was applied.',
} as const;
export type ImportReason = keyof typeof IMPORT_REASONS;

/** The sentence of a reason. */
export const importSentence = (reason: ImportReason, parameters?: GivenParameters): string =>
  filledIn(IMPORT_REASONS[reason], parameters);
