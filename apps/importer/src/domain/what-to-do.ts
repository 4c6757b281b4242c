import type { ImportReason } from '@estate/contracts';

const CORRECT_VALUE = 'If the value is important, correct it in your software and export the object again.';
const CORRECT_CONTACT = 'Correct the contact person in your software and export the object again.';
const CORRECT_OBJECT = 'Correct the object in your software and export it again.';
const CHECK_FILE = 'Check the file in your software and export the object again.';
const ENTER_EMAIL =
  'Enter the email address of the contact person in your software and export the object again.';
const NOTHING = 'No action is needed.';

/** The advice to the customer for each problem. */
export const WHAT_TO_DO: Readonly<Record<ImportReason, string>> = {
  object_too_large:
    'Shorten the texts of the object, or send its files beside the document, and export it again.',
  number_missing: 'Give the object a number (objektnr_extern) in your software and export it again.',
  number_unsaid:
    'Give each object a number of its own (objektnr_extern) in your software and export it again.',
  type_missing: 'Choose a kind of object (objektart) in your software and export the object again.',
  type_ambiguous: 'Choose one kind of object (objektart) in your software and export the object again.',
  type_unknown:
    'Choose another kind of object (objektart), use or deal in your software and export the object again.',
  use_unknown:
    'Choose in your software whether the object is residential or commercial (nutzungsart), and export the object again.',
  deal_ambiguous: 'Make two objects of it in your software, each with its own number, and export both.',
  deal_missing: 'Choose in your software whether the object is for sale or for rent, and export it again.',
  currency_foreign: 'State the prices in EUR in your software and export the object again.',
  currency_assumed: 'Check in your software that the prices are in EUR, and state the currency (waehrung).',
  markup_removed: 'No action is needed. Check how the text reads without its layout.',
  text_cut: 'Shorten the text in your software and export the object again.',
  text_expected: CORRECT_VALUE,
  text_unsaid:
    'If the value is known, enter it in your software and export the object again. Otherwise leave it empty there, or add the text to the empty values of the import source.',
  number_expected: CORRECT_VALUE,
  number_ambiguous:
    'Check the number. If it is wrong, write it in your software without a separator between thousands, and export the object again.',
  value_doubtful:
    'If the value is right, no action is needed. Otherwise correct it in your software and export the object again.',
  period_converted:
    'Check the amount and its period in your software. If both are right, no action is needed.',
  lease_period_missing:
    'State the period of the lease (preis_zeiteinheit), or enter it as a rent (nettokaltmiete), in your software and export the object again.',
  price_on_request: 'If the object has a price, enter it in your software and export the object again.',
  price_contradicts:
    'If the price must not be shown, remove it in your software, or mark it as on request (auf_anfrage), and export the object again. Otherwise correct the text (freitext_preis).',
  price_without_tax:
    'If buyers pay value added tax, enter the price that contains it (kaufpreis or kaufpreisbrutto) in your software and export the object again.',
  rent_without_tax:
    'If tenants pay value added tax, enter the rent that contains it (kaltmiete, warmmiete or gesamtmietebrutto) in your software and export the object again.',
  title_made: 'Enter a title (objekttitel) in your software and export the object again.',
  country_unknown:
    'Choose the country in your software, so that iso_land is a code such as DEU, and export the object again.',
  postal_code_doubtful:
    'Check the postal code and the country in your software, or set the country of the import source.',
  release_unknown:
    'Choose in your software whether the address may be shown (objektadresse_freigeben is true or false), and export the object again.',
  commission_contradicts: 'Check in your software whether a commission is due, and how it is worded.',
  commission_unknown: 'State in your software whether a commission is due.',
  decider_unknown: CORRECT_VALUE,
  value_repeated:
    'Check which of the values is right. If it was left out, remove the other one in your software and export the object again.',
  portals_excluded:
    'Delete the listings of the property on these portals, or use an import source without these targets.',
  portals_chosen:
    'Delete the listings of the property on other portals, or use an import source with these targets only.',
  parking_kind_left_out: 'No action is needed. Name the other parking spaces in a text of the object.',
  energy_type_missing:
    'Enter the type of the energy certificate (epart) in your software and export the object again.',
  energy_type_contradicts:
    'Check the type of the energy certificate (epart) and its value in your software. If the imported certificate is right, no action is needed.',
  energy_total_left_out:
    'Enter the consumption of power and of heat (stromwert, waermewert) in your software and export the object again.',
  energy_source_missing:
    'Enter the energy source (energietraeger or befeuerung) in your software and export the object again.',
  energy_sources_unknown:
    'Name the energy sources in your software with the words of OpenImmo and export the object again.',
  read_as:
    'Check whether the type of the property fits. If not, choose another kind of object in your software and export it again.',
  controls_removed: NOTHING,
  contact_text_cut: 'Shorten it in your software and export the object again.',
  flag_expected: CORRECT_VALUE,
  field_missing: CORRECT_OBJECT,
  value_refused: CORRECT_OBJECT,
  value_left_out: CORRECT_VALUE,
  value_below_limit: CORRECT_VALUE,
  value_above_limit: CORRECT_VALUE,
  contact_without_email: ENTER_EMAIL,
  contact_only_phone: ENTER_EMAIL,
  contact_without_name: 'Enter the name of the contact person in your software and export the object again.',
  contact_value_left_out: CORRECT_CONTACT,
  phone_first: 'If it is the right one, no action is needed. Otherwise leave only one number in the element.',
  phone_country_assumed:
    'Check the number. Write it with its country code, such as +49 89 1234567, in your software, or state the country of the contact person.',
  contact_refused: CORRECT_CONTACT,
  embedded_file_unusable: CHECK_FILE,
  file_not_named: 'Check the file of the attachment in your software and export the object again.',
  path_outside_package:
    'Write the path as it is inside the package, such as images/1.jpg, or an address that begins with http. Add the file to the package and export the object again.',
  too_many_links: 'Remove the links that you need least in your software and export the object again.',
  link_refused: 'Correct the address of the link in your software and export the object again.',
  too_many_attachments:
    'Remove the attachments that you need least in your software and export the object again.',
  file_missing: 'Check that your software adds the file to the package, and export the object again.',
  file_too_large: 'Make the file smaller than 16 MB and export the object again.',
  file_unreadable: CHECK_FILE,
  file_damaged: CHECK_FILE,
  file_refused: 'Use JPEG, PNG, WebP, HEIC or PDF and export the object again.',
  file_kept:
    'No action is needed if the file has not changed. To take the file away, remove it from the object in your software.',
  file_kept_outdated: 'Export the object again with all of its files.',
  file_kept_damaged: CHECK_FILE,
  address_dead:
    'Correct the address in your software, or add the file to the package, and export the object again. The same address is tried again when the object changes.',
  external_id_taken:
    'Give the object another number, or delete the property that has this external id, and export the object again.',
  type_changed:
    'The type of a property cannot change. Delete the object through the export, then export it again as a new one.',
  property_refused: 'Correct what the message names in your software and export the object again.',
  listing_refused:
    'Check the target. The service tries again with every import and every few minutes, and the import source shows what is left.',
  offer_ended:
    'If the object is still offered, correct the end of the offer (aktiv_bis) in your software and export the object again.',
  object_unknown: 'No action is needed. The object was never imported, or its property was already deleted.',
  further_problems: 'Correct the problems that are listed and export the object again.',
  further_values: NOTHING,
  internal: 'Export the object again. If it fails again, contact support with the id of the import.',
};
