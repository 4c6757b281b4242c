import { defineMessages } from './define-messages.ts';

const WRONG_TYPE = [
  'Use an image of the type JPEG, PNG or WebP.',
  'Verwenden Sie ein Bild vom Typ JPEG, PNG oder WebP.',
] as const;
const TOO_LARGE = [
  'The file is too large. At most 16 MB are possible.',
  'Die Datei ist zu groß. Möglich sind höchstens 16 MB.',
] as const;

/** Reasons why an image of a contact or of the account was refused. */
export const imageMessages = defineMessages({
  'image.wrongType': WRONG_TYPE,
  'image.tooLarge': TOO_LARGE,
  'image.refused.logo-invalid': WRONG_TYPE,
  'image.refused.attachment-too-large': TOO_LARGE,
  'image.refused.attachment-type-unsupported': WRONG_TYPE,
  'image.refused.attachment-type-mismatch': [
    'The content of the file does not match its name. Save it again in the program that it comes from.',
    'Der Inhalt der Datei passt nicht zu ihrem Namen. Speichern Sie sie in dem Programm, aus dem sie stammt, noch einmal.',
  ],
  'image.refused.attachment-unreadable': [
    'The file is damaged and cannot be read.',
    'Die Datei ist beschädigt und kann nicht gelesen werden.',
  ],
  'image.refused.attachment-storage-full': [
    'There are too many uploaded files that nothing uses. Try again tomorrow.',
    'Es gibt zu viele hochgeladene Dateien, die nicht verwendet werden. Versuchen Sie es morgen erneut.',
  ],
});
