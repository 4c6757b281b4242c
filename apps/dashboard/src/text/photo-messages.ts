import { defineMessages } from './define-messages.ts';

/** Texts about photos and documents in the form of a property; loaded with that part of the form. */
export const photoMessages = defineMessages({
  'photos.add': ['Add photos and floor plans', 'Fotos und Grundrisse hinzufügen'],
  'photos.limit': [
    'Choose files or drop them here: JPEG, PNG, WebP, HEIC or PDF, up to {size} each',
    'Dateien auswählen oder hierher ziehen: JPEG, PNG, WebP, HEIC oder PDF, je bis {size}',
  ],
  'photos.choose': ['Choose files', 'Dateien auswählen'],
  'photos.camera': ['Take a photo', 'Foto aufnehmen'],
  'photos.addAddress': ['Add by web address', 'Über eine Webadresse hinzufügen'],
  'photos.order': [
    'The first image is the title image. Drag the images, or use their arrows, to change the order.',
    'Das erste Bild ist das Titelbild. Ziehen Sie die Bilder oder nutzen Sie die Pfeile, um die Reihenfolge zu ändern.',
  ],
  'photos.fromAddress': ['From a web address', 'Von einer Webadresse'],
  'photos.noPreview': ['No preview', 'Keine Vorschau'],
  'photos.earlier': ['Move forward', 'Nach vorne'],
  'photos.later': ['Move back', 'Nach hinten'],
  'photos.makeTitle': ['Make title image', 'Zum Titelbild machen'],
  'photos.isNow': [
    '{name} is now number {number} of {count}.',
    '{name} ist jetzt Nummer {number} von {count}.',
  ],
  'photos.removed': ['“{name}” was removed.', '„{name}“ wurde entfernt.'],
  'photos.removedMore': [
    '“{name}” and {count} more were removed.',
    '„{name}“ und {count} weitere wurden entfernt.',
  ],
  'photos.undo': ['Undo', 'Rückgängig'],
  'photos.waiting': ['Waiting', 'Wartet'],
  'photos.sent': ['Uploaded: {done} of {total}', 'Hochgeladen: {done} von {total}'],
  'photos.checking': ['Being checked …', 'Wird geprüft …'],
  'photos.uploading': ['Uploading {name}', '{name} wird hochgeladen'],
  'photos.retry': ['Retry', 'Erneut versuchen'],
  'photos.retryAll': ['Retry all', 'Alle erneut versuchen'],
  'photos.progress': [
    '{done} of {count} files are uploaded.',
    '{done} von {count} Dateien sind hochgeladen.',
  ],
  'photos.failed': [
    '{count} {count|file was|files were} not uploaded.',
    '{count} {count|Datei wurde|Dateien wurden} nicht hochgeladen.',
  ],
  'photos.notAdded': ['These files were not added', 'Diese Dateien wurden nicht hinzugefügt'],
  'photos.empty': ['The file is empty.', 'Die Datei ist leer.'],
  'photos.tooLarge': [
    'The file has {size}. At most {limit} are possible.',
    'Die Datei hat {size}. Möglich sind höchstens {limit}.',
  ],
  'photos.wrongType': [
    'Files of this type cannot be used. Use JPEG, PNG, WebP, HEIC or PDF.',
    'Dateien dieser Art können nicht verwendet werden. Verwenden Sie JPEG, PNG, WebP, HEIC oder PDF.',
  ],
  'photos.refused.attachment-too-large': [
    'The file is too large. At most {limit} are possible.',
    'Die Datei ist zu groß. Möglich sind höchstens {limit}.',
  ],
  'photos.refused.attachment-type-unsupported': [
    'The content of the file is not JPEG, PNG, WebP, HEIC or PDF.',
    'Der Inhalt der Datei ist weder JPEG, PNG, WebP, HEIC noch PDF.',
  ],
  'photos.refused.attachment-type-mismatch': [
    'The content of the file does not match its name. Save it again in the program that it comes from.',
    'Der Inhalt der Datei passt nicht zu ihrem Namen. Speichern Sie sie in dem Programm, aus dem sie stammt, noch einmal.',
  ],
  'photos.refused.attachment-unreadable': [
    'The file is damaged and cannot be read.',
    'Die Datei ist beschädigt und kann nicht gelesen werden.',
  ],
  'photos.refused.attachment-storage-full': [
    'There are too many uploaded files that no property uses. Save this property first, or try again tomorrow.',
    'Es gibt zu viele hochgeladene Dateien, die keine Immobilie verwendet. Speichern Sie zuerst diese Immobilie, oder versuchen Sie es morgen erneut.',
  ],
  'photos.unsaved': ['Uploaded files were not saved', 'Hochgeladene Dateien wurden nicht gespeichert'],
  'photos.unsavedUploaded': [
    '{count} {count|file was|files were} uploaded here, but the property was not saved with {count|it|them}: the page was closed or reloaded, or the property was changed elsewhere.',
    '{count} {count|Datei wurde|Dateien wurden} hier hochgeladen, aber nicht mit der Immobilie gespeichert: Die Seite wurde geschlossen oder neu geladen, oder die Immobilie wurde an anderer Stelle geändert.',
  ],
  'photos.unsavedLost': [
    '{count} {count|file is|files are} lost and must be chosen again.',
    '{count} {count|Datei ist|Dateien sind} verloren und {count|muss|müssen} erneut ausgewählt werden.',
  ],
  'photos.addAgain': ['Add again', 'Wieder hinzufügen'],
  'photos.portals': ['What the portals take', 'Was die Portale annehmen'],
  'photos.portalSize': ['images up to {size}', 'Bilder bis {size}'],
  'photos.portalEdge': [
    'at most {pixels} pixels on the longest side',
    'höchstens {pixels} Pixel auf der längsten Seite',
  ],
  'photos.portalCount': ['at most {count} {count|image|images}', 'höchstens {count} {count|Bild|Bilder}'],
  'photos.portalNoLimits': ['no known limits', 'keine bekannten Grenzen'],
  'photos.countSmaller': ['{count} {count|is|are} made smaller', '{count} {count|wird|werden} verkleinert'],
  'photos.countConverted': [
    '{count} {count|is|are} converted to JPEG',
    '{count} {count|wird|werden} in JPEG umgewandelt',
  ],
  'photos.countLeftOut': ['{count} {count|is|are} left out', '{count} {count|wird|werden} weggelassen'],
  'photos.smaller': ['Made smaller for {portals}', 'Wird verkleinert für {portals}'],
  'photos.converted': ['Converted to JPEG for {portals}', 'Wird in JPEG umgewandelt für {portals}'],
  'photos.leftOut': ['Not sent to {portals}: file type', 'Nicht an {portals}: Dateityp'],
  'photos.tooLargeFor': ['Not sent to {portals}: too large', 'Nicht an {portals}: zu groß'],
  'photos.tooMany': ['Not sent to {portals}: too many images', 'Nicht an {portals}: zu viele Bilder'],
});
