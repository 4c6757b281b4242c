import { defineMessages } from './define-messages.ts';

/** What is wrong with an object of an import: by its code, by its reason, and what to do. */
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
    'Give the object another number, or delete the property with this external id. Then export the object again.',
    'Vergeben Sie eine andere Nummer, oder löschen Sie die Immobilie mit dieser externen ID. Exportieren Sie das Objekt dann erneut.',
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
  'importDo.embedded_file_unusable': [
    'Check the file in your software and export the object again.',
    'Prüfen Sie die Datei in Ihrer Software und exportieren Sie das Objekt erneut.',
  ],
  'importDo.file_not_named': [
    'Check the file of the attachment in your software and export the object again.',
    'Prüfen Sie die Datei des Anhangs in Ihrer Software und exportieren Sie das Objekt erneut.',
  ],
  'importDo.file_kept': [
    'No action is needed if the file has not changed. To take the file away, remove it from the object in your software.',
    'Sie müssen nichts tun, wenn die Datei gleich geblieben ist. Soll sie verschwinden, entfernen Sie sie in Ihrer Software beim Objekt.',
  ],
  'importDo.file_kept_outdated': [
    'Export the object again with all of its files.',
    'Exportieren Sie das Objekt erneut mit all seinen Dateien.',
  ],
  'importDo.file_kept_damaged': [
    'Check the file in your software and export the object again.',
    'Prüfen Sie die Datei in Ihrer Software und exportieren Sie das Objekt erneut.',
  ],
  'importDo.path_outside_package': [
    'Write the path as it is inside the package, such as images/1.jpg, or an address that begins with http. Add the file to the package and export the object again.',
    'Schreiben Sie den Pfad so, wie er im Paket ist, etwa bilder/1.jpg, oder eine Adresse, die mit http beginnt. Legen Sie die Datei ins Paket und exportieren Sie das Objekt erneut.',
  ],
  'importDo.too_many_links': [
    'Remove the links that you need least in your software and export the object again.',
    'Entfernen Sie in Ihrer Software die Links, die Sie am wenigsten brauchen, und exportieren Sie das Objekt erneut.',
  ],
  'importDo.link_refused': [
    'Correct the address of the link in your software and export the object again.',
    'Korrigieren Sie die Adresse des Links in Ihrer Software und exportieren Sie das Objekt erneut.',
  ],
  'importDo.too_many_attachments': [
    'Remove the attachments that you need least in your software and export the object again.',
    'Entfernen Sie in Ihrer Software die Anhänge, die Sie am wenigsten brauchen, und exportieren Sie das Objekt erneut.',
  ],
  'importProblem.listing_refused': ['A listing was refused', 'Ein Inserat wurde abgelehnt'],
  'importDo.listing_refused': [
    'Check the target. The service tries again with every import and every few minutes.',
    'Prüfen Sie das Ziel. Der Dienst versucht es bei jedem Import und alle paar Minuten erneut.',
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
  'importReason.object_too_large': ['The object is too large.', 'Das Objekt ist zu groß.'],
  'importReason.number_missing': [
    'It has neither objektnr_extern nor openimmo_obid nor objektnr_intern.',
    'Es hat weder objektnr_extern noch openimmo_obid noch objektnr_intern.',
  ],
  'importReason.type_missing': ['The object does not state its type.', 'Das Objekt nennt keine Objektart.'],
  'importReason.type_ambiguous': [
    'The object states several types.',
    'Das Objekt nennt mehrere Objektarten.',
  ],
  'importReason.type_unknown': [
    'There is no property type for this combination of type, marketing and use.',
    'Für diese Kombination aus Objektart, Vermarktung und Nutzung gibt es keine Immobilienart.',
  ],
  'importReason.deal_ambiguous': [
    'The object is for sale and for rent at once. Send it as two objects.',
    'Das Objekt steht zugleich zum Verkauf und zur Miete. Senden Sie es als zwei Objekte.',
  ],
  'importReason.deal_missing': [
    'The object is neither for sale nor for rent.',
    'Das Objekt steht weder zum Verkauf noch zur Miete.',
  ],
  'importReason.currency_foreign': [
    'Prices must be in EUR. The prices of the object were left out.',
    'Preise müssen in EUR angegeben sein. Die Preise des Objekts wurden weggelassen.',
  ],
  'importReason.markup_removed': [
    'HTML was removed. Texts of a property are plain text.',
    'HTML wurde entfernt. Texte einer Immobilie sind reiner Text.',
  ],
  'importReason.text_cut': [
    'The text has more than {limit} characters and was cut.',
    'Der Text hat mehr als {limit} Zeichen und wurde gekürzt.',
  ],
  'importReason.text_expected': ['The value cannot be read.', 'Der Wert ist nicht lesbar.'],
  'importReason.number_expected': ['The value is not a number.', 'Der Wert ist keine Zahl.'],
  'importReason.number_ambiguous': [
    'Nothing says whether the separator stands before decimals or before thousands. It was read as {number}.',
    'Es ist nicht erkennbar, ob das Trennzeichen vor Nachkommastellen oder Tausendern steht. Gelesen wurde {number}.',
  ],
  'importReason.value_doubtful': [
    '“{field}” is {number}. Usual values: {least} to {most}. It was imported. Check it in your software.',
    '„{field}“ ist {number}. Üblich sind {least} bis {most}. Der Wert wurde übernommen. Prüfen Sie ihn in Ihrer Software.',
  ],
  'importReason.period_converted': [
    '{number} for the period {period} was imported as {converted} in “{field}”.',
    '{number} für den Zeitraum {period} wurde als {converted} in „{field}“ übernommen.',
  ],
  'importReason.price_on_request': [
    'The object has no price. It was imported with a price on request.',
    'Das Objekt hat keinen Preis. Es wurde mit „Preis auf Anfrage“ übernommen.',
  ],
  'importReason.title_made': [
    'The object has no title. It was imported with the title “{title}”.',
    'Das Objekt hat keinen Titel. Es wurde mit dem Titel „{title}“ übernommen.',
  ],
  'importReason.country_unknown': [
    'The country is not known. Use a code of ISO 3166 such as DEU, AUT or CHE.',
    'Das Land ist nicht bekannt. Verwenden Sie einen Code nach ISO 3166 wie DEU, AUT oder CHE.',
  ],
  'importReason.postal_code_doubtful': [
    'The postal code does not look like one of the country {country}. State the country of the object.',
    'Die Postleitzahl passt nicht zum Land {country}. Geben Sie das Land des Objekts an.',
  ],
  'importReason.release_unknown': [
    'The value is neither true nor false. The address is not shown.',
    'Der Wert ist weder wahr noch falsch. Die Adresse wird nicht angezeigt.',
  ],
  'importReason.commission_contradicts': [
    'The flag contradicts the text of the commission. The text was imported, the flag was left out.',
    'Die Angabe widerspricht dem Text der Provision. Der Text wurde übernommen, die Angabe weggelassen.',
  ],
  'importReason.decider_unknown': [
    'The value is not understood, and decides what is published. It was left out. Correct it in your software.',
    'Der Wert wird nicht verstanden und entscheidet, was veröffentlicht wird. Er wurde weggelassen. Korrigieren Sie ihn in Ihrer Software.',
  ],
  'importReason.parking_kind_left_out': [
    'A property has one kind of parking space. This one was left out: {details}.',
    'Eine Immobilie hat eine Art von Stellplätzen. Diese wurde weggelassen: {details}.',
  ],
  'importReason.energy_source_missing': [
    'The energy certificate names no known energy source. It was imported without one.',
    'Der Energieausweis nennt keinen bekannten Energieträger. Er wurde ohne ihn übernommen.',
  ],
  'importReason.read_as': [
    'There is no property type for {details}. The object was imported as {propertyType}.',
    'Für {details} gibt es keine Immobilienart. Das Objekt wurde als {propertyType} übernommen.',
  ],
  'importReason.controls_removed': [
    'Characters that XML forbids were left out.',
    'In XML verbotene Zeichen wurden weggelassen.',
  ],
  'importReason.contact_text_cut': [
    'The text has more than {limit} characters and was cut.',
    'Der Text hat mehr als {limit} Zeichen und wurde gekürzt.',
  ],
  'importReason.contact_only_phone': [
    'The contact person has no valid email address and was left out. Telephone numbers: {phones}.',
    'Der Ansprechpartner hat keine gültige E-Mail-Adresse und wurde weggelassen. Telefonnummern: {phones}.',
  ],
  'importReason.flag_expected': [
    'The value is neither true nor false.',
    'Der Wert ist weder wahr noch falsch.',
  ],
  'importReason.field_missing': ['“{field}” is missing.', '„{field}“ fehlt.'],
  'importReason.value_refused': [
    'The value is not allowed for “{field}”.',
    'Der Wert ist für „{field}“ nicht erlaubt.',
  ],
  'importReason.value_left_out': [
    'The value is not allowed for “{field}”.',
    'Der Wert ist für „{field}“ nicht erlaubt.',
  ],
  'importReason.value_below_limit': [
    '“{field}” must be at least {limit}.',
    '„{field}“ muss mindestens {limit} sein.',
  ],
  'importReason.value_above_limit': [
    '“{field}” may be at most {limit}.',
    '„{field}“ darf höchstens {limit} sein.',
  ],
  'importReason.contact_without_email': [
    'The contact person has no valid email address and was left out.',
    'Der Ansprechpartner hat keine gültige E-Mail-Adresse und wurde weggelassen.',
  ],
  'importReason.contact_without_name': [
    'The contact person has no name and was left out.',
    'Der Ansprechpartner hat keinen Namen und wurde weggelassen.',
  ],
  'importReason.contact_value_left_out': [
    'The value is not allowed for a contact and was left out.',
    'Der Wert ist für einen Ansprechpartner nicht erlaubt und wurde weggelassen.',
  ],
  'importReason.contact_refused': [
    'The contact person was left out.',
    'Der Ansprechpartner wurde weggelassen.',
  ],
  'importReason.embedded_file_unusable': [
    'The embedded file cannot be used and was left out.',
    'Die eingebettete Datei ist nicht verwendbar und wurde weggelassen.',
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
  'importReason.external_id_taken': [
    'The external id belongs to another property of the account.',
    'Die externe ID gehört zu einer anderen Immobilie des Kontos.',
  ],
  'importReason.type_changed': [
    'The object now states another type than when it was imported.',
    'Das Objekt nennt jetzt eine andere Art als beim ersten Import.',
  ],
  'importReason.property_refused': ['The property was not saved.', 'Die Immobilie wurde nicht gespeichert.'],
  'importReason.listing_refused': [
    'The property was imported, but not listed on this target.',
    'Die Immobilie wurde importiert, aber auf diesem Ziel nicht inseriert.',
  ],
  'importReason.object_unknown': [
    'No property was created from this object.',
    'Aus diesem Objekt ist keine Immobilie entstanden.',
  ],
  'importReason.further_problems': [
    'Further problems that are not listed: {count}.',
    'Weitere Probleme, die nicht aufgeführt sind: {count}.',
  ],
  'importReason.further_values': [
    'Further values without a field that are not listed: {count}.',
    'Weitere Werte ohne Feld, die nicht aufgeführt sind: {count}.',
  ],
  'importReason.internal': [
    'An internal error occurred while the object was applied.',
    'Beim Übernehmen des Objekts ist ein interner Fehler aufgetreten.',
  ],
  'importReason.details': ['Details', 'Einzelheiten'],
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
