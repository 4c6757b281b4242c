import { defineMessages } from './define-messages.ts';

/** Reasons why a file or a link of an imported object could not be used. */
export const importFileMessages = defineMessages({
  'importReason.embedded_file_unusable': [
    'The embedded file cannot be used. It is left out unless an earlier import has stored it.',
    'Die eingebettete Datei ist nicht verwendbar. Sie fehlt, wenn kein früherer Import sie gespeichert hat.',
  ],
  'importReason.file_not_named': [
    'The attachment names no file and was left out.',
    'Der Anhang nennt keine Datei und wurde weggelassen.',
  ],
  'importReason.path_outside_package': [
    'The path names no file of a package. The attachment was left out.',
    'Der Pfad nennt keine Datei eines Pakets. Der Anhang wurde weggelassen.',
  ],
  'importReason.too_many_links': [
    'A property has at most {limit} links. This one was left out.',
    'Eine Immobilie hat höchstens {limit} Links. Dieser wurde weggelassen.',
  ],
  'importReason.link_refused': [
    'The address is not allowed for a link. It was left out.',
    'Die Adresse ist für einen Link nicht erlaubt. Er wurde weggelassen.',
  ],
  'importReason.too_many_attachments': [
    'A property has at most {limit} attachments. Left out at the end: {count}.',
    'Eine Immobilie hat höchstens {limit} Anhänge. Am Ende weggelassen: {count}.',
  ],
  'importReason.file_missing': [
    'The file is not in the package. It was left out.',
    'Die Datei ist nicht im Paket. Sie wurde weggelassen.',
  ],
  'importReason.file_too_large': [
    'The file is too large. It was left out.',
    'Die Datei ist zu groß. Sie wurde weggelassen.',
  ],
  'importReason.file_unreadable': [
    'The file cannot be read. It was left out.',
    'Die Datei ist nicht lesbar. Sie wurde weggelassen.',
  ],
  'importReason.file_damaged': [
    'The file is damaged. It was left out.',
    'Die Datei ist beschädigt. Sie wurde weggelassen.',
  ],
  'importReason.file_refused': [
    'The file was refused and left out.',
    'Die Datei wurde abgelehnt und weggelassen.',
  ],
  'importReason.file_kept': [
    'The file is not in the package. The one from an earlier import was kept.',
    'Die Datei ist nicht im Paket. Die Datei eines früheren Imports bleibt.',
  ],
  'importReason.file_kept_outdated': [
    'The file has changed, but is not in the package. The one from an earlier import was kept.',
    'Die Datei hat sich geändert, ist aber nicht im Paket. Die Datei eines früheren Imports bleibt.',
  ],
  'importReason.file_kept_damaged': [
    'The file in the package cannot be used. The one from an earlier import was kept.',
    'Die Datei im Paket ist nicht verwendbar. Die Datei eines früheren Imports bleibt.',
  ],
  'importReason.address_dead': [
    'The file could not be fetched from its address. The property is published without it.',
    'Die Datei ließ sich nicht von ihrer Adresse laden. Die Immobilie wird ohne sie veröffentlicht.',
  ],
});
