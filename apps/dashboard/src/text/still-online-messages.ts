import { defineMessages } from './define-messages.ts';

/** Texts about a listing that its platform refuses to take down. */
export const stillOnlineMessages = defineMessages({
  'stillOnline.since': ['Still online since', 'Noch online seit'],
  'stillOnline.text': [
    'The platform should no longer show the property, but refuses to take it down.',
    'Die Plattform soll die Immobilie nicht mehr zeigen, lehnt es aber ab, sie offline zu nehmen.',
  ],
  'stillOnline.again': ['The service tries again:', 'Nächster Versuch:'],
});
