import { defineMessages } from './define-messages.ts';

/** Texts about the status of a listing at its portal. */
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
  'platformState.observed.deactivated': [
    'The portal stores the property but does not show it: it was deactivated there. It is shown again when you retry the listing or change the property.',
    'Das Portal hat die Immobilie gespeichert, zeigt sie aber nicht: Sie wurde dort deaktiviert. Sie erscheint wieder, wenn Sie das Inserat erneut veröffentlichen oder die Immobilie ändern.',
  ],
  'platformState.observed.vanished': [
    'The property was missing on the portal. It is published again.',
    'Die Immobilie fehlte auf dem Portal. Sie wird erneut veröffentlicht.',
  ],
  'platformState.observed.missing': [
    'The property is missing on the portal. It is published again when you retry the listing or change the property.',
    'Die Immobilie fehlt auf dem Portal. Sie wird wieder veröffentlicht, wenn Sie das Inserat erneut veröffentlichen oder die Immobilie ändern.',
  ],
  'reports.title': ['Reports of the portal', 'Berichte des Portals'],
  'reports.text': [
    'What the portal said after it imported what was sent. Reports are kept for 180 days.',
    'Das sagte das Portal nach dem Import. Berichte werden 180 Tage aufbewahrt.',
  ],
  'reports.empty': ['The portal has not reported yet.', 'Das Portal hat noch nichts berichtet.'],
  'reports.found': ['The report that you looked for', 'Der gesuchte Bericht'],
  'reports.unclear': ['Unclear: read the email', 'Unklar: Lesen Sie die E-Mail'],
  'reports.unverified': [
    'The sender could not be verified. This report changes no listing.',
    'Der Absender konnte nicht geprüft werden. Dieser Bericht ändert kein Inserat.',
  ],
  'reports.objects': ['Objects: {count}', 'Objekte: {count}'],
  'reports.showAll': ['Show all ({count})', 'Alle anzeigen ({count})'],
  'reports.showFewer': ['Show fewer', 'Weniger anzeigen'],
  'reports.email': ['Open the email', 'E-Mail öffnen'],
  'reports.emailText': ['Text of the email', 'Text der E-Mail'],
  'reports.emailGone': ['The email is no longer kept.', 'Die E-Mail wird nicht mehr aufbewahrt.'],
  'platformState.source.api': ['by its response', 'durch seine Antwort'],
  'platformState.source.email': ['by email', 'per E-Mail'],
  'platformState.source.inquiry': ['by an inquiry of a prospect', 'durch die Anfrage eines Interessenten'],
  'platformState.source.report': ['by a result file', 'durch eine Ergebnisdatei'],
});
