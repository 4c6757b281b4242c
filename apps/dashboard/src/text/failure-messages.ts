import { defineMessages } from './define-messages.ts';

/** What failure codes mean, and after `do.` what helps. */
export const failureMessages = defineMessages({
  'code.credentials_rejected': [
    'The platform refused the login',
    'Die Plattform hat die Anmeldung abgelehnt',
  ],
  'do.credentials_rejected': [
    'Check user name and password of the target, save it, then retry.',
    'Benutzername und Passwort des Ziels prüfen, speichern, dann wiederholen.',
  ],
  'code.host_unreachable': ['The platform could not be reached', 'Die Plattform war nicht erreichbar'],
  'do.host_unreachable': [
    'Check host and port of the target. If they are right, the platform is away: retry later.',
    'Host und Port des Ziels prüfen. Stimmen sie, ist die Plattform gestört: später wiederholen.',
  ],
  'code.connection_lost': ['The connection broke off', 'Die Verbindung brach ab'],
  'do.connection_lost': [
    'Retry. If it happens again, check the target and ask the platform.',
    'Wiederholen. Passiert es erneut, Ziel prüfen und die Plattform fragen.',
  ],
  'code.disk_full': ['The platform has no space left', 'Bei der Plattform ist kein Platz mehr'],
  'do.disk_full': [
    'Ask the platform to make room, then retry.',
    'Die Plattform um Platz bitten, dann wiederholen.',
  ],
  'code.path_not_found': ['The directory does not exist', 'Das Verzeichnis gibt es nicht'],
  'do.path_not_found': [
    'Correct the directory of the target, then retry.',
    'Verzeichnis des Ziels berichtigen, dann wiederholen.',
  ],
  'code.permission_denied': ['The login may not write there', 'Der Zugang darf dort nicht schreiben'],
  'do.permission_denied': [
    'Ask the platform for the right to write, or correct the directory.',
    'Bei der Plattform Schreibrechte erbitten oder das Verzeichnis berichtigen.',
  ],
  'code.contact_required': ['A contact is missing', 'Ein Ansprechpartner fehlt'],
  'do.contact_required': [
    'Give the property a contact, or the target a fallback contact.',
    'Der Immobilie einen Ansprechpartner oder dem Ziel einen Ersatz geben.',
  ],
  'code.property_not_processed': [
    'The property could not be processed',
    'Die Immobilie konnte nicht verarbeitet werden',
  ],
  'do.property_not_processed': [
    'Mend the attachment that the property page names and send the property again.',
    'Den Anhang, den die Seite der Immobilie nennt, berichtigen und sie neu senden.',
  ],
  'code.validation_rejected': ['The platform refused the content', 'Die Plattform hat den Inhalt abgelehnt'],
  'do.validation_rejected': [
    'Correct the named field and send the property again; it is published by itself.',
    'Das genannte Feld berichtigen und die Immobilie neu senden; veröffentlicht wird von selbst.',
  ],
  'code.authorization_revoked': ['The connection was withdrawn', 'Die Verbindung wurde widerrufen'],
  'do.authorization_revoked': [
    'Connect the target again; its listings are published by themselves.',
    'Das Ziel erneut verbinden; seine Inserate werden von selbst veröffentlicht.',
  ],
  'code.rate_limited': ['The platform wants fewer calls', 'Die Plattform verlangt weniger Aufrufe'],
  'do.rate_limited': ['Wait a while, then retry.', 'Etwas warten, dann wiederholen.'],
  'code.platform_unavailable': ['The platform is away', 'Die Plattform ist gestört'],
  'do.platform_unavailable': ['Retry later.', 'Später wiederholen.'],
  'code.address_forbidden': ['The address may not be called', 'Die Adresse darf nicht angerufen werden'],
  'do.address_forbidden': [
    'Use a host that is reachable from the internet.',
    'Einen aus dem Internet erreichbaren Host verwenden.',
  ],
  'code.internal': ['Something went wrong on our side', 'Bei uns ist etwas schiefgegangen'],
  'do.internal': [
    'Retry. If it happens again, tell your operator the id of the listing.',
    'Wiederholen. Passiert es erneut, dem Betreiber die ID des Inserats nennen.',
  ],
  'code.attachment_not_found': ['An attachment does not exist', 'Einen Anhang gibt es nicht'],
  'do.attachment_not_found': [
    'Correct the address of the attachment and send the property again.',
    'Adresse des Anhangs berichtigen und die Immobilie neu senden.',
  ],
  'code.attachment_unreachable': ['An attachment could not be fetched', 'Ein Anhang war nicht abrufbar'],
  'do.attachment_unreachable': [
    'Make the address reachable from the internet and send the property again.',
    'Die Adresse aus dem Internet erreichbar machen und die Immobilie neu senden.',
  ],
  'code.attachment_too_large': ['An attachment is too large', 'Ein Anhang ist zu groß'],
  'do.attachment_too_large': [
    'Make it smaller than 16 MB and send the property again.',
    'Auf unter 16 MB verkleinern und die Immobilie neu senden.',
  ],
  'code.attachment_type_unsupported': [
    'An attachment is of a wrong kind',
    'Ein Anhang hat ein falsches Format',
  ],
  'do.attachment_type_unsupported': [
    'Send JPEG, PNG, WebP, HEIC or PDF.',
    'JPEG, PNG, WebP, HEIC oder PDF senden.',
  ],
  'code.attachment_type_mismatch': [
    'An attachment is not what it says',
    'Ein Anhang ist nicht, was er vorgibt',
  ],
  'do.attachment_type_mismatch': [
    'Leave its type out or name the right one.',
    'Den Typ weglassen oder den richtigen nennen.',
  ],
  'code.attachment_unreadable': ['An attachment is broken', 'Ein Anhang ist beschädigt'],
  'do.attachment_unreadable': [
    'Replace the file and send the property again.',
    'Die Datei ersetzen und die Immobilie neu senden.',
  ],
  'code.attachment_address_forbidden': [
    'An attachment lies where we may not look',
    'Ein Anhang liegt, wo wir nicht hin dürfen',
  ],
  'do.attachment_address_forbidden': [
    'Host it where the internet can reach it.',
    'Dort ablegen, wo es aus dem Internet erreichbar ist.',
  ],
  'code.no_xml_attachment': ['The mail carries no XML document', 'Die Mail enthält kein XML-Dokument'],
  'do.no_xml_attachment': [
    'Usually an automatic reply. If it is a request, switch on XML at the portal.',
    'Meist eine automatische Antwort. Ist es eine Anfrage, beim Portal XML einschalten.',
  ],
  'code.xml_malformed': ['The XML document is broken', 'Das XML-Dokument ist beschädigt'],
  'do.xml_malformed': [
    'Answer the mail by hand and tell the portal.',
    'Die Mail von Hand beantworten und das Portal informieren.',
  ],
  'code.xml_not_a_request': ['The XML document is no request', 'Das XML-Dokument ist keine Anfrage'],
  'do.xml_not_a_request': [
    'Check what the portal sends to this address.',
    'Prüfen, was das Portal an diese Adresse sendet.',
  ],
  'code.no_prospect': ['The request names nobody', 'Die Anfrage nennt niemanden'],
  'do.no_prospect': ['Answer the mail by hand.', 'Die Mail von Hand beantworten.'],
  'code.archive_unreadable': ['The archive cannot be opened', 'Das Archiv lässt sich nicht öffnen'],
  'do.archive_unreadable': [
    'Ask the portal to send plain XML.',
    'Das Portal bitten, einfaches XML zu senden.',
  ],
  'code.too_large': ['The mail, or a part of it, is too large', 'Die Mail oder ein Teil von ihr ist zu groß'],
  'do.too_large': ['Answer the mail by hand.', 'Die Mail von Hand beantworten.'],
  'code.limit_exceeded': ['The mail asks for too many requests', 'Die Mail enthält zu viele Anfragen'],
  'do.limit_exceeded': [
    'Ask the portal to send its inquiries in smaller mails.',
    'Das Portal bitten, die Anfragen auf mehrere Mails zu verteilen.',
  ],
  'code.unsupported_format': ['The format is not known', 'Das Format ist nicht bekannt'],
  'do.unsupported_format': [
    'Ask the portal for OpenImmo feedback or another known format.',
    'Das Portal um OpenImmo-Feedback oder ein anderes bekanntes Format bitten.',
  ],
});
