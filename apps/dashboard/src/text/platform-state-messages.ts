import { defineMessages } from './define-messages.ts';

/** What a portal said after it was sent a property. */
export const platformStateMessages = defineMessages({
  'platformState.title': ['What the portal said', 'Das sagt das Portal'],
  'platformState.rejectedText': [
    'The portal has not accepted what was sent last. Correct the property, or send it again with Retry.',
    'Das Portal hat den letzten Stand nicht übernommen. Korrigieren Sie die Immobilie, oder senden Sie sie mit „Erneut versuchen“ noch einmal.',
  ],
  'platformState.removedText': [
    'The portal has taken the property down by itself.',
    'Das Portal hat die Immobilie von sich aus offline genommen.',
  ],
  'platformState.source.api': ['by its response', 'durch seine Antwort'],
  'platformState.source.email': ['by email', 'per E-Mail'],
  'platformState.source.inquiry': ['by an inquiry of a prospect', 'durch die Anfrage eines Interessenten'],
  'platformState.source.report': ['by a result file', 'durch eine Ergebnisdatei'],
});
