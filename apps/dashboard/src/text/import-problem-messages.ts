import { defineMessages } from './define-messages.ts';

/** Problems of objects of an import, by their codes. */
export const importProblemMessages = defineMessages({
  'importProblem.object_invalid': ['The object is incomplete', 'Das Objekt ist unvollständig'],
  'importDo.object_invalid': [
    'Correct the object in your software and export it again.',
    'Korrigieren Sie das Objekt in Ihrer Software und exportieren Sie es erneut.',
  ],
  'importProblem.value_left_out': ['A value was left out', 'Ein Wert wurde weggelassen'],
  'importDo.value_left_out': [
    'If the value matters, correct it in your software and export the object again.',
    'Ist der Wert wichtig, korrigieren Sie ihn in Ihrer Software und exportieren Sie das Objekt erneut.',
  ],
  'importProblem.number_missing': ['The object has no number', 'Das Objekt hat keine Nummer'],
  'importDo.number_missing': [
    'Give the object a number (objektnr_extern) in your software and export it again.',
    'Vergeben Sie in Ihrer Software eine Objektnummer (objektnr_extern) und exportieren Sie das Objekt erneut.',
  ],
  'importProblem.external_id_taken': [
    'Another property has this number',
    'Eine andere Immobilie hat diese Nummer',
  ],
  'importDo.external_id_taken': [
    'Give the object another number, or delete the property with this number. Then export the object again.',
    'Vergeben Sie eine andere Nummer, oder löschen Sie die Immobilie mit dieser Objektnummer. Exportieren Sie das Objekt dann erneut.',
  ],
  'importProblem.type_changed': ['The type of the property changed', 'Die Objektart hat sich geändert'],
  'importDo.type_changed': [
    'The type of a property cannot change. Delete the object in the export, then export it again as a new one.',
    'Die Art einer Immobilie lässt sich nicht ändern. Löschen Sie das Objekt im Export und exportieren Sie es dann als neues.',
  ],
  'importProblem.object_unknown': ['The property does not exist', 'Die Immobilie existiert nicht'],
  'importDo.object_unknown': [
    'Nothing. The object had not been imported, or its property was deleted before.',
    'Nichts. Das Objekt wurde nie importiert, oder seine Immobilie wurde schon gelöscht.',
  ],
  'importProblem.contact_invalid': ['The contact cannot be used', 'Der Ansprechpartner ist nicht verwendbar'],
  'importDo.contact_invalid': [
    'Correct the contact person in your software and export the object again.',
    'Korrigieren Sie den Ansprechpartner in Ihrer Software und exportieren Sie das Objekt erneut.',
  ],
  'importProblem.attachment_missing': ['A file is missing in the package', 'Eine Datei fehlt im Paket'],
  'importDo.attachment_missing': [
    'Check that your software adds the file to the package, and export the object again.',
    'Prüfen Sie, ob Ihre Software die Datei in das Paket legt, und exportieren Sie das Objekt erneut.',
  ],
  'importProblem.attachment_too_large': ['A file is too large', 'Eine Datei ist zu groß'],
  'importDo.attachment_too_large': [
    'Make the file smaller than 16 MB and export the object again.',
    'Verkleinern Sie die Datei auf unter 16 MB und exportieren Sie das Objekt erneut.',
  ],
  'importProblem.attachment_unreadable': ['A file cannot be read', 'Eine Datei ist nicht lesbar'],
  'importDo.attachment_unreadable': [
    'Check the file in your software and export the object again.',
    'Prüfen Sie die Datei in Ihrer Software und exportieren Sie das Objekt erneut.',
  ],
  'importProblem.attachment_refused': ['A file was refused', 'Eine Datei wurde abgelehnt'],
  'importDo.attachment_refused': [
    'Use JPEG, PNG, WebP, HEIC or PDF and export the object again.',
    'Verwenden Sie JPEG, PNG, WebP, HEIC oder PDF und exportieren Sie das Objekt erneut.',
  ],
  'importProblem.listing_refused': ['A listing was refused', 'Ein Inserat wurde abgelehnt'],
  'importDo.listing_refused': [
    'Check the portal. The service tries again with every import and every few minutes.',
    'Prüfen Sie das Portal. Der Dienst versucht es bei jedem Import und alle paar Minuten erneut.',
  ],
  'importProblem.property_refused': ['The property was refused', 'Die Immobilie wurde abgelehnt'],
  'importDo.property_refused': [
    'Correct what the details name in your software and export the object again.',
    'Korrigieren Sie in Ihrer Software, was die Einzelheiten nennen, und exportieren Sie das Objekt erneut.',
  ],
  'importProblem.internal': ['Internal error', 'Interner Fehler'],
  'importDo.internal': [
    'Export the object again. If it fails again, contact support with the id of the import.',
    'Exportieren Sie das Objekt erneut. Schlägt es wieder fehl, nennen Sie dem Support die ID des Imports.',
  ],
  'importFailure.package_unreadable': ['The package cannot be read', 'Das Paket ist nicht lesbar'],
  'importFailure.document_missing': ['The ZIP has no XML document', 'Das ZIP enthält kein XML-Dokument'],
  'importFailure.documents_ambiguous': [
    'The ZIP has several XML documents',
    'Das ZIP enthält mehrere XML-Dokumente',
  ],
  'importFailure.objects_missing': ['The package contains no object', 'Das Paket enthält kein Objekt'],
  'importFailure.document_unreadable': ['The document cannot be read', 'Das Dokument ist nicht lesbar'],
  'importFailure.limit_exceeded': ['The package exceeds a limit', 'Das Paket überschreitet ein Limit'],
  'importFailure.encrypted': ['The ZIP is encrypted', 'Das ZIP ist verschlüsselt'],
  'importFailure.package_lost': ['The package is no longer stored', 'Das Paket ist nicht mehr gespeichert'],
  'importFailure.internal': ['Internal error', 'Interner Fehler'],
});
