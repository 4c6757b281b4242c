import { defineMessages } from './define-messages.ts';

/** Texts about the export and the closing of an account. */
export const closingMessages = defineMessages({
  'closing.exportTitle': ['Export', 'Export'],
  'closing.exportText': [
    'All stored data of the account, as a file with one line for each resource. Secrets are left out.',
    'Alle gespeicherten Daten des Kontos als Datei mit einer Zeile pro Ressource. Geheimnisse sind nicht enthalten.',
  ],
  'closing.export': ['Export account', 'Konto exportieren'],
  'closing.exported': ['The account was exported', 'Das Konto wurde exportiert'],
  'closing.title': ['Close account', 'Konto schließen'],
  'closing.text': [
    'All listings are taken down, then all data of the account is erased.',
    'Alle Inserate werden offline genommen, danach werden alle Daten des Kontos gelöscht.',
  ],
  'closing.close': ['Close this account', 'Dieses Konto schließen'],
  'closing.what': [
    'The account becomes read-only at once and can still be exported. Nothing is published, and no inquiries are created from emails. After a grace period, all listings are taken down. Then properties, contacts, portals, inquiries, emails, webhooks, users and keys are erased, within 24 hours from now. This cannot be undone.',
    'Das Konto kann ab sofort nur noch gelesen und exportiert werden. Es wird nichts mehr veröffentlicht, und aus E-Mails entstehen keine Anfragen. Nach einer Karenzzeit werden alle Inserate offline genommen. Danach werden Immobilien, Ansprechpartner, Portale, Anfragen, E-Mails, Webhooks, Benutzer und Schlüssel gelöscht, spätestens in 24 Stunden. Das lässt sich nicht rückgängig machen.',
  ],
  'closing.typeId': ['Enter the account id:', 'Geben Sie die Konto-ID ein:'],
  'closing.id': ['Account id', 'Konto-ID'],
  'closing.confirm': ['Close for good', 'Endgültig schließen'],
  'closing.begun': ['The account is being closed', 'Das Konto wird geschlossen'],
  'closing.running': ['The account is being closed', 'Das Konto wird geschlossen'],
  'closing.waiting': [
    'The account can only be read and exported. The operator of the service can still cancel the closing.',
    'Das Konto kann nur noch gelesen und exportiert werden. Der Betreiber kann die Schließung noch abbrechen.',
  ],
  'closing.taking_down': ['The listings are being taken down.', 'Die Inserate werden offline genommen.'],
  'closing.erasing': ['All data is being erased.', 'Alle Daten werden gelöscht.'],
  'closing.verifying': [
    'All data was erased. A final check is running.',
    'Alle Daten wurden gelöscht. Eine abschließende Prüfung läuft.',
  ],
  'closing.requestedAt': ['Requested', 'Beauftragt'],
  'closing.cancellableUntil': ['Can be cancelled until', 'Kann abgebrochen werden bis'],
  'closing.takeDownUntil': ['Taken down by', 'Offline genommen bis'],
  'closing.remaining': ['Listings still on platforms', 'Inserate noch auf Plattformen'],
});
