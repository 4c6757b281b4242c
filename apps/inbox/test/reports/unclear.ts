import { PACKAGE } from './report-mail.ts';
import type { ReportMail } from './report-mail.ts';

/** Emails to a report address that say nothing certain of an object. */
export const UNCLEAR_REPORTS: readonly ReportMail[] = [
  { name: 'a greeting', subject: 'Willkommen', text: 'Vielen Dank, dass Sie unser Portal nutzen. Ihr Zugang wurde erfolgreich aktiviert.' },
  { name: 'a summary in numbers', subject: 'Importprotokoll', text: 'Objekte gesamt: 12\nNeu: 3\nAktualisiert: 9\nGelöscht: 0\nFehler: 0\n' },
  { name: 'what is still to come', subject: 'Import', text: 'Objekt P-77 wird in Kürze veröffentlicht.\nObjekt P-78 ist zur Prüfung vorgemerkt und wartet.' },
  { name: 'a question of the portal', subject: 'Rückfrage', text: 'Wurde Objekt P-77 abgelehnt?' },
  { name: 'an announcement of maintenance', subject: 'Wartung', text: 'Am Sonntag werden keine Objekte importiert. Fehler können auftreten.' },
  { name: 'an invoice', subject: 'Rechnung 4711', text: 'Rechnungsnummer: 4711\nBetrag: 99,00 EUR\nStatus: offen' },
  { name: 'a question about an object without a document', subject: 'Frage', text: 'Guten Tag, ist Objekt P-77 noch online? Ich interessiere mich sehr. Jana Kurz, jana@example.com' },
  { name: 'an inquiry in words', subject: 'Neue Anfrage zu Objekt P-77', text: 'Objekt: P-77\nStatus: erfolgreich übermittelt\nName: Jana Kurz\nE-Mail des Interessenten: jana@example.com' },
  { name: 'a package alone', subject: PACKAGE, text: `Wir haben ${PACKAGE} erhalten.` },
  { name: 'an empty email', subject: '', text: '' },
  { name: 'a deletion that was refused', subject: 'Import', text: 'Das Inserat P-77 wurde nicht gelöscht.' },
  { name: 'a broken feedback document', subject: 'Feedback', attached: { name: 'feedback.xml', type: 'text/xml', content: '<openimmo_feedback><fehlerliste><fehler><objekt_id>P-77' } },
  { name: 'objects that have no faults or have not changed', subject: 'Import', text: 'Objekt P-77: Fehler: 0\nObjekt P-78: keine Änderung, nicht aktualisiert\nProperty P-79 skipped: not modified, not updated' },
  { name: 'places in a count', subject: 'Import', text: 'Objekt 2 von 5 importiert\nObjekt 3/5 abgelehnt' },
  { name: 'a table without faults', subject: 'Import', text: 'Objektnummer;Status;Fehler\nP-77;;0 Fehler\nP-78;;ohne Fehler' },
]; // oxfmt-ignore
