import { importSentence, parametersOf } from '@estate/contracts';
import type { GivenParameters, ImportProblem, ImportProblemCode, ImportReason } from '@estate/contracts';

/** What the customer does about each problem. */
const WHAT_TO_DO: Readonly<Record<ImportProblemCode, string>> = {
  object_invalid: 'Correct the object in your software and export it again.',
  value_left_out: 'If the value is important, correct it in your software and export the object again.',
  number_missing: 'Give the object a number (objektnr_extern) in your software and export it again.',
  external_id_taken:
    'Give the object another number, or delete the property that has this external id, and export the object again.',
  type_changed:
    'The type of a property cannot change. Delete the object through the export, then export it again as a new one.',
  object_unknown: 'No action is needed. The object was never imported, or its property was already deleted.',
  contact_invalid: 'Correct the contact person in your software and export the object again.',
  attachment_missing: 'Check that your software adds the file to the package, and export the object again.',
  attachment_too_large: 'Make the file smaller than 16 MB and export the object again.',
  attachment_unreadable: 'Check the file in your software and export the object again.',
  attachment_refused: 'Use JPEG, PNG, WebP, HEIC or PDF and export the object again.',
  listing_refused:
    'Check the target. The service tries again with every import and every few minutes, and the import source shows what is left.',
  internal: 'Export the object again. If it fails again, contact support with the id of the import.',
  property_refused: 'Correct what the message names in your software and export the object again.',
};

/** For reasons about which the code says too little. */
const WHAT_TO_DO_ABOUT: Readonly<Partial<Record<ImportReason, string>>> = {
  embedded_file_unusable: 'Check the file in your software and export the object again.',
  file_kept:
    'No action is needed if the file has not changed. To take the file away, remove it from the object in your software.',
  file_kept_outdated: 'Export the object again with all of its files.',
  file_kept_damaged: 'Check the file in your software and export the object again.',
  file_not_named: 'Check the file of the attachment in your software and export the object again.',
  path_outside_package:
    'Write the path as it is inside the package, such as images/1.jpg, or an address that begins with http. Add the file to the package and export the object again.',
  address_dead:
    'Correct the address in your software, or add the file to the package, and export the object again. The same address is tried again when the object changes.',
  too_many_links: 'Remove the links that you need least in your software and export the object again.',
  link_refused: 'Correct the address of the link in your software and export the object again.',
  too_many_attachments:
    'Remove the attachments that you need least in your software and export the object again.',
};

interface Given extends Partial<Pick<ImportProblem, 'field' | 'value' | 'severity'>> {
  reason: ImportReason;
  parameters?: GivenParameters;
}

/** A problem with the sentence of its reason; an error unless it says otherwise. */
export const problemOf = (
  code: ImportProblemCode,
  { severity = 'error', reason, parameters, field, value }: Given,
): ImportProblem => ({
  severity,
  code,
  ...(field !== undefined && field !== '' && { field }),
  ...(value !== undefined && { value }),
  reason,
  message: importSentence(reason, parameters),
  ...(parameters && { parameters: parametersOf(parameters) }),
  whatToDo: WHAT_TO_DO_ABOUT[reason] ?? WHAT_TO_DO[code],
});
