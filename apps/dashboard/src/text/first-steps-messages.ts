import { defineMessages } from './define-messages.ts';

/** The checklist of a new account. */
export const firstStepsMessages = defineMessages({
  'steps.title': ['Set up your account', 'Konto einrichten'],
  'steps.progress': ['{done} of {count} steps done', '{done} von {count} Schritten erledigt'],
  'steps.hide': ['Hide checklist', 'Checkliste ausblenden'],
  'steps.done': ['Done', 'Erledigt'],
  'steps.open': ['To do', 'Offen'],
  'steps.contact': ['Create a contact', 'Ansprechpartner anlegen'],
  'steps.contactText': [
    'The person whom prospects can reach. Most platforms require a contact.',
    'Die Person, an die sich Interessenten wenden. Die meisten Plattformen verlangen einen Ansprechpartner.',
  ],
  'steps.target': ['Connect a target', 'Portal verbinden'],
  'steps.targetText': [
    'Choose a platform and enter the credentials it gave you.',
    'Wählen Sie eine Plattform und geben Sie Ihre Zugangsdaten ein.',
  ],
  'steps.property': ['Create a property', 'Immobilie anlegen'],
  'steps.propertyText': [
    'Fill in the form, or send POST /properties to the API.',
    'Füllen Sie das Formular aus, oder senden Sie POST /properties an die API.',
  ],
  'steps.listing': ['Publish the property', 'Immobilie veröffentlichen'],
  'steps.listingText': [
    'A listing publishes one property on one target. The step is done when the platform has accepted it.',
    'Ein Inserat veröffentlicht eine Immobilie auf einem Portal. Der Schritt ist erledigt, sobald das Portal sie angenommen hat.',
  ],
  'steps.webhook': ['Create a webhook', 'Webhook anlegen'],
  'steps.webhookText': [
    'Your application is notified of publications, failures and requests.',
    'Ihre Anwendung wird über Veröffentlichungen, Fehler und Anfragen benachrichtigt.',
  ],
});
