import { defineMessages } from './define-messages.ts';

/** Texts about contacts. */
export const contactMessages = defineMessages({
  'contacts.new': ['New contact', 'Neuer Ansprechpartner'],
  'contacts.search': ['Name or email address', 'Name oder E-Mail-Adresse'],
  'contacts.empty': ['No contacts yet', 'Noch keine Ansprechpartner'],
  'contacts.emptyText': [
    'A contact is a person whom prospects can reach. Platforms show the contact with the property.',
    'An den Ansprechpartner wenden sich Interessenten. Plattformen zeigen ihn bei der Immobilie.',
  ],
  'contact.name': ['Name', 'Name'],
  'contact.email': ['Email address', 'E-Mail-Adresse'],
  'contact.title': ['Title', 'Titel'],
  'contact.firstName': ['First name', 'Vorname'],
  'contact.lastName': ['Last name', 'Nachname'],
  'contact.phone': ['Phone', 'Telefon'],
  'contact.mobilePhone': ['Mobile phone', 'Mobiltelefon'],
  'contact.website': ['Website', 'Website'],
  'contact.photo': ['Photo', 'Foto'],
  'contact.photoText': [
    'JPEG, PNG or WebP. It is shown here and on the sheets of properties; portals do not receive it.',
    'JPEG, PNG oder WebP. Es erscheint hier und in den Exposés der Immobilien; Portale erhalten es nicht.',
  ],
  'contact.choosePhoto': ['Choose a photo', 'Foto auswählen'],
  'contact.replacePhoto': ['Replace the photo', 'Foto ersetzen'],
  'contact.removePhoto': ['Remove the photo', 'Foto entfernen'],
  'contact.photoUploading': ['The photo is being uploaded.', 'Das Foto wird hochgeladen.'],
  'contact.phoneText': ['Such as +49 89 1234567', 'Zum Beispiel +49 89 1234567'],
  'contact.create': ['Create contact', 'Ansprechpartner anlegen'],
  'contact.usedBy': ['Properties with this contact', 'Immobilien mit diesem Ansprechpartner'],
  'contact.notUsed': ['No property has this contact.', 'Keine Immobilie hat diesen Ansprechpartner.'],
  'contact.allOfThem': ['Show all in the list', 'Alle in der Liste anzeigen'],
  'contact.deleteText': [
    'The contact is removed from its properties. They are published again without a contact.',
    'Der Ansprechpartner wird aus seinen Immobilien entfernt. Diese werden ohne Ansprechpartner erneut veröffentlicht.',
  ],
});
