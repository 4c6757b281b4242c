import { defineMessages } from './define-messages.ts';

/** The meanings of failure codes, and after `do.` the remedies. */
export const failureMessages = defineMessages({
  'code.credentials_rejected': [
    'The platform rejected the login',
    'Die Plattform hat die Anmeldung abgelehnt',
  ],
  'do.credentials_rejected': [
    'Check the user name and password of the portal, save it, then retry.',
    'Prüfen Sie Benutzername und Passwort des Portals, speichern Sie sie und versuchen Sie es erneut.',
  ],
  'code.host_unreachable': ['The platform could not be reached', 'Die Plattform war nicht erreichbar'],
  'do.host_unreachable': [
    'Check the host and port of the portal. If they are correct, the portal is unavailable. Retry later.',
    'Prüfen Sie Host und Port des Portals. Sind beide richtig, ist das Portal nicht erreichbar. Versuchen Sie es später erneut.',
  ],
  'code.connection_lost': ['The connection was lost', 'Die Verbindung wurde unterbrochen'],
  'do.connection_lost': [
    'Retry. If it happens again, check the settings and contact the portal.',
    'Versuchen Sie es erneut. Tritt der Fehler wieder auf, prüfen Sie die Einstellungen und wenden Sie sich an das Portal.',
  ],
  'code.disk_full': ['The platform has no space left', 'Der Speicherplatz der Plattform ist voll'],
  'do.disk_full': [
    'Ask the platform for more space, then retry.',
    'Bitten Sie die Plattform um mehr Speicherplatz und versuchen Sie es erneut.',
  ],
  'code.path_not_found': ['The directory does not exist', 'Das Verzeichnis existiert nicht'],
  'do.path_not_found': [
    'Correct the directory of the portal, then retry.',
    'Korrigieren Sie das Verzeichnis des Portals und versuchen Sie es erneut.',
  ],
  'code.permission_denied': ['The login has no write permission', 'Der Zugang hat keine Schreibrechte'],
  'do.permission_denied': [
    'Ask the platform for write permission, or correct the directory.',
    'Bitten Sie die Plattform um Schreibrechte oder korrigieren Sie das Verzeichnis.',
  ],
  'code.contact_required': ['A contact is missing', 'Ein Ansprechpartner fehlt'],
  'do.contact_required': [
    'Add a contact to the property or a fallback contact to the portal.',
    'Hinterlegen Sie einen Ansprechpartner bei der Immobilie oder einen Ersatz-Ansprechpartner beim Portal.',
  ],
  'code.property_not_processed': [
    'The property could not be processed',
    'Die Immobilie konnte nicht verarbeitet werden',
  ],
  'do.property_not_processed': [
    'Correct the attachment that is named on the page of the property, then send the property again.',
    'Korrigieren Sie den Anhang, der auf der Seite der Immobilie genannt wird, und senden Sie die Immobilie erneut.',
  ],
  'code.validation_rejected': ['The platform rejected the content', 'Die Plattform hat den Inhalt abgelehnt'],
  'do.validation_rejected': [
    'Correct the named field and send the property again. It is then published automatically.',
    'Korrigieren Sie das genannte Feld und senden Sie die Immobilie erneut. Sie wird dann automatisch veröffentlicht.',
  ],
  'code.authorization_revoked': ['The authorization was revoked', 'Die Autorisierung wurde widerrufen'],
  'do.authorization_revoked': [
    'Connect the portal again. Its listings are then published automatically.',
    'Verbinden Sie das Portal erneut. Seine Inserate werden dann automatisch veröffentlicht.',
  ],
  'code.rate_limited': [
    'The platform limited the rate of requests',
    'Die Plattform hat die Zahl der Anfragen begrenzt',
  ],
  'do.rate_limited': ['Wait a while, then retry.', 'Warten Sie etwas und versuchen Sie es dann erneut.'],
  'code.platform_unavailable': ['The platform is unavailable', 'Die Plattform ist nicht verfügbar'],
  'do.platform_unavailable': ['Retry later.', 'Versuchen Sie es später erneut.'],
  'code.address_forbidden': ['The address is not allowed', 'Die Adresse ist nicht erlaubt'],
  'do.address_forbidden': [
    'Use a host that is reachable from the internet.',
    'Verwenden Sie einen Host, der aus dem Internet erreichbar ist.',
  ],
  'code.internal': ['An internal error occurred', 'Ein interner Fehler ist aufgetreten'],
  'do.internal': [
    'Retry. If it happens again, contact the operator of the service with the id of the listing.',
    'Versuchen Sie es erneut. Tritt der Fehler wieder auf, wenden Sie sich mit der ID des Inserats an den Betreiber des Dienstes.',
  ],
  'code.attachment_not_found': ['An attachment does not exist', 'Ein Anhang existiert nicht'],
  'do.attachment_not_found': [
    'Correct the address of the attachment and send the property again.',
    'Korrigieren Sie die Adresse des Anhangs und senden Sie die Immobilie erneut.',
  ],
  'code.attachment_unreachable': [
    'An attachment could not be fetched',
    'Ein Anhang konnte nicht abgerufen werden',
  ],
  'do.attachment_unreachable': [
    'Make the address reachable from the internet and send the property again.',
    'Sorgen Sie dafür, dass die Adresse aus dem Internet erreichbar ist, und senden Sie die Immobilie erneut.',
  ],
  'code.attachment_too_large': ['An attachment is too large', 'Ein Anhang ist zu groß'],
  'do.attachment_too_large': [
    'Reduce the file to less than 16 MB and send the property again.',
    'Verkleinern Sie die Datei auf unter 16 MB und senden Sie die Immobilie erneut.',
  ],
  'code.attachment_type_unsupported': [
    'The format of an attachment is not supported',
    'Das Format eines Anhangs wird nicht unterstützt',
  ],
  'do.attachment_type_unsupported': [
    'Supported formats are JPEG, PNG, WebP, HEIC and PDF.',
    'Unterstützt werden JPEG, PNG, WebP, HEIC und PDF.',
  ],
  'code.attachment_type_mismatch': [
    'The type of an attachment is wrong',
    'Der Typ eines Anhangs stimmt nicht',
  ],
  'do.attachment_type_mismatch': [
    'Leave the type out or set the correct one.',
    'Lassen Sie den Typ weg oder geben Sie den richtigen an.',
  ],
  'code.attachment_unreadable': ['An attachment is damaged', 'Ein Anhang ist beschädigt'],
  'do.attachment_unreadable': [
    'Replace the file and send the property again.',
    'Ersetzen Sie die Datei und senden Sie die Immobilie erneut.',
  ],
  'code.attachment_address_forbidden': [
    'The address of an attachment is not allowed',
    'Die Adresse eines Anhangs ist nicht erlaubt',
  ],
  'do.attachment_address_forbidden': [
    'Use an address that is reachable from the internet.',
    'Verwenden Sie eine Adresse, die aus dem Internet erreichbar ist.',
  ],
  'code.no_xml_attachment': ['The email has no XML document', 'Die E-Mail enthält kein XML-Dokument'],
  'do.no_xml_attachment': [
    'The email is probably an automatic reply. If it is an inquiry, enable XML at the portal.',
    'Meist handelt es sich um eine automatische Antwort. Ist es eine Anfrage, aktivieren Sie beim Portal den XML-Versand.',
  ],
  'code.xml_malformed': ['The XML document is malformed', 'Das XML-Dokument ist fehlerhaft'],
  'do.xml_malformed': [
    'Reply to the email yourself and inform the portal.',
    'Beantworten Sie die E-Mail selbst und informieren Sie das Portal.',
  ],
  'code.xml_not_a_request': ['The XML document is not an inquiry', 'Das XML-Dokument ist keine Anfrage'],
  'do.xml_not_a_request': [
    'Check what the portal sends to this address.',
    'Prüfen Sie, was das Portal an diese Adresse sendet.',
  ],
  'code.no_prospect': ['The inquiry does not name a person', 'Die Anfrage nennt keine Person'],
  'do.no_prospect': ['Reply to the email yourself.', 'Beantworten Sie die E-Mail selbst.'],
  'code.archive_unreadable': ['The archive cannot be opened', 'Das Archiv lässt sich nicht öffnen'],
  'do.archive_unreadable': [
    'Ask the portal to send uncompressed XML.',
    'Bitten Sie das Portal, unkomprimiertes XML zu senden.',
  ],
  'code.too_large': ['The email or a part of it is too large', 'Die E-Mail oder ein Teil davon ist zu groß'],
  'do.too_large': ['Reply to the email yourself.', 'Beantworten Sie die E-Mail selbst.'],
  'code.limit_exceeded': ['The email contains too many inquiries', 'Die E-Mail enthält zu viele Anfragen'],
  'do.limit_exceeded': [
    'Ask the portal to send fewer inquiries in one email.',
    'Bitten Sie das Portal, die Anfragen auf mehrere E-Mails zu verteilen.',
  ],
  'code.unsupported_format': ['The format is not supported', 'Das Format wird nicht unterstützt'],
  'do.unsupported_format': [
    'Ask the portal for OpenImmo feedback or another supported format.',
    'Bitten Sie das Portal um OpenImmo-Feedback oder ein anderes unterstütztes Format.',
  ],
});
