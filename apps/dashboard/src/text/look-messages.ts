import { defineMessages } from './define-messages.ts';

/** Texts of an operator's view of an account. */
export const lookMessages = defineMessages({
  'look.title': ['View of an operator', 'Einsicht des Betreibers'],
  'look.operator': ['Operator', 'Betreiber'],
  'look.who': [
    '{operator} is viewing the account {account} as the customer sees it.',
    '{operator} sieht das Konto {account} aus Sicht des Kunden.',
  ],
  'look.until': ['Read only, until', 'Nur Lesezugriff, bis'],
  'look.reason': ['Reason', 'Grund'],
  'look.end': ['Stop viewing', 'Einsicht beenden'],
  'look.readOnly': [
    'An operator who views an account cannot change anything.',
    'Ein Betreiber kann während der Einsicht in ein Konto nichts ändern.',
  ],
});
