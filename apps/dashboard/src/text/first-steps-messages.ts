import { defineMessages } from './define-messages.ts';

/** Texts of the checklist of a new account. */
export const firstStepsMessages = defineMessages({
  'steps.title': ['Set up your account', 'Konto einrichten'],
  'steps.progress': ['{done} of {count} steps done', '{done} von {count} Schritten erledigt'],
  'steps.number': ['Step {number} of {count}', 'Schritt {number} von {count}'],
  'steps.continue': ['Continue', 'Weiter'],
  'steps.hide': ['Hide checklist', 'Checkliste ausblenden'],
  'steps.show': ['Show checklist', 'Checkliste anzeigen'],
  'steps.done': ['Done', 'Erledigt'],
  'steps.open': ['To do', 'Offen'],
  'steps.contact': ['Create a contact', 'Ansprechpartner anlegen'],
  'steps.contactText': [
    'The person whom prospects can reach. Most portals require a contact.',
    'Die Person, an die sich Interessenten wenden. Die meisten Portale verlangen einen Ansprechpartner.',
  ],
  'steps.contactDone': ['Contact created', 'Ansprechpartner angelegt'],
  'steps.target': ['Connect a portal', 'Portal verbinden'],
  'steps.targetText': [
    'Choose a portal and enter the credentials it gave you. They are tested at once.',
    'Wählen Sie ein Portal und geben Sie Ihre Zugangsdaten ein. Sie werden sofort geprüft.',
  ],
  'steps.targetUnchecked': [
    'Check the credentials of the portal. Nothing is published.',
    'Prüfen Sie die Zugangsdaten des Portals. Es wird nichts veröffentlicht.',
  ],
  'steps.targetChecked': [
    'The portal accepted the credentials.',
    'Das Portal hat die Zugangsdaten akzeptiert.',
  ],
  'steps.targetFailed': [
    'The check failed at “{step}”. Correct the credentials and check them again.',
    'Die Prüfung ist bei „{step}“ fehlgeschlagen. Korrigieren Sie die Zugangsdaten und prüfen Sie sie erneut.',
  ],
  'steps.targetDone': ['Portal connected', 'Portal verbunden'],
  'steps.property': ['Create a property', 'Immobilie anlegen'],
  'steps.propertyText': [
    'Choose a type, fill in the form, add photos and choose the contact.',
    'Wählen Sie die Objektart, füllen Sie das Formular aus, fügen Sie Fotos hinzu und wählen Sie den Ansprechpartner.',
  ],
  'steps.propertyDone': ['Property created', 'Immobilie angelegt'],
  'steps.listing': ['Publish the property', 'Immobilie veröffentlichen'],
  'steps.listingText': [
    'Turn on the portal in the section “Portals” of the property.',
    'Schalten Sie das Portal im Abschnitt „Portale“ der Immobilie ein.',
  ],
  'steps.listingDone': ['Property published', 'Immobilie veröffentlicht'],
  'steps.online': ['See it on the portal', 'Auf dem Portal ansehen'],
  'steps.onlineText': [
    'The portal confirms the object, often with a link to it.',
    'Das Portal bestätigt das Objekt, oft mit einem Link.',
  ],
  'steps.onlineWaiting': [
    'The property was sent. Many portals confirm it within hours, some never do: then look for it there.',
    'Die Immobilie ist übertragen. Viele Portale bestätigen sie innerhalb weniger Stunden, manche gar nicht: Sehen Sie dann dort nach.',
  ],
  'steps.onlineDone': ['Your first property is online.', 'Ihre erste Immobilie ist online.'],
  'steps.software': [
    'Do you want to notify your own software of publications and inquiries?',
    'Soll Ihre eigene Software über Veröffentlichungen und Anfragen benachrichtigt werden?',
  ],
  'steps.webhook': ['Create a webhook', 'Webhook anlegen'],
});
