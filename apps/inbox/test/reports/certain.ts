import { PACKAGE } from './report-mail.ts';
import type { ReportMail } from './report-mail.ts';

const feedback = (inner: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<openimmo_feedback><version>1.2.5</version><sender><name>portal</name><datum>2026-11-20</datum><makler_id>A-1000</makler_id></sender>${inner}</openimmo_feedback>`;
const feedbackFile = (inner: string) => ({
  name: 'feedback.xml',
  type: 'text/xml',
  content: feedback(inner),
});
const page = (rows: string): string =>
  `<html><head><style>td{color:red}</style></head><body><h1>Importbericht</h1><table>${rows}</table></body></html>`;
const row = (cells: readonly string[], tag = 'td'): string =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;

/** Reports of which at least one object is certain, made after public descriptions of such emails. */
export const CERTAIN_REPORTS: readonly ReportMail[] = [
  {
    name: 'a table of numbers with spaces in them',
    subject: 'Importbericht',
    text: 'Objektnummer;Status;Meldung\nETW 12;importiert;\nETW 14;abgelehnt;Bild 3 zu groß\nETW 16 (Garage);abgelehnt;PLZ fehlt\n',
    says: { 'ETW 12': 'confirmed', 'ETW 14': 'rejected', 'ETW 16 (Garage)': 'rejected' },
    words: ['Bild 3 zu groß', 'PLZ fehlt'],
  },
  {
    name: 'a feedback document with a fault',
    subject: 'OpenImmo Feedback',
    text: 'Das Protokoll ist im Anhang.',
    attached: feedbackFile('<fehlerliste><fehler><objekt_id>P-77</objekt_id><fehlernr>12</fehlernr><text>Bild zu groß</text></fehler></fehlerliste><status><statusnr>1</statusnr><text>Import mit Fehlern</text></status>'),
    says: { 'P-77': 'rejected' },
    words: ['Bild zu groß'],
  },
  {
    name: 'a feedback document with a state of each object',
    subject: 'OpenImmo Feedback',
    attached: feedbackFile('<status><objekt_id>P-77</objekt_id><statusnr>0</statusnr><text>Objekt erfolgreich importiert</text></status><status><objekt_id>P-78</objekt_id><statusnr>9</statusnr><text>Objekt abgelehnt: keine Straße</text></status>'),
    says: { 'P-77': 'confirmed', 'P-78': 'rejected' },
    words: ['Objekt abgelehnt: keine Straße'],
  },
  {
    name: 'a feedback document with objects and one state for all',
    subject: 'OpenImmo Feedback',
    attached: feedbackFile('<objekt><oobj_id>P-77</oobj_id><expose_url>https://portal.example/expose/9</expose_url></objekt><status><statusnr>0</statusnr><text>Import erfolgreich</text></status>'),
    says: { 'P-77': 'confirmed' },
    publicUrl: 'https://portal.example/expose/9',
  },
  {
    name: 'a feedback document with a warning and a fault',
    subject: 'OpenImmo Feedback',
    attached: feedbackFile('<fehlerliste><fehler><objekt_id>P-77</objekt_id><text>Hinweis: Bild 2 ist sehr klein</text></fehler><fehler><objekt_id>P-78</objekt_id><fehlernr>E7</fehlernr><text>PLZ unbekannt</text></fehler></fehlerliste>'),
    says: { 'P-77': 'unknown', 'P-78': 'rejected' },
    words: ['Hinweis: Bild 2 ist sehr klein', 'PLZ unbekannt'],
  },
  {
    name: 'a protocol of labels and values in German',
    subject: 'Importprotokoll',
    text: `Sehr geehrte Damen und Herren,\n\nIhre Daten wurden eingelesen.\n\nDatei: ${PACKAGE}\nObjektnummer: P-77\nStatus: importiert\n\nMit freundlichen Grüßen\nIhr Portal`,
    says: { 'P-77': 'confirmed' },
  },
  {
    name: 'a protocol of several blocks',
    subject: 'Ergebnisprotokoll Ihres Imports',
    text: 'Objekt-Nr.: P-77\nAktion: Neu\nErgebnis: erfolgreich\n----------\nObjekt-Nr.: P-78\nAktion: Neu\nErgebnis: nicht importiert\nMeldung: Pflichtfeld Kaufpreis fehlt\n----------\nObjekt-Nr.: P-79\nAktion: Löschen\nErgebnis: gelöscht\n',
    says: { 'P-77': 'confirmed', 'P-78': 'rejected', 'P-79': 'removed' },
    words: ['Pflichtfeld Kaufpreis fehlt'],
  },
  {
    name: 'a protocol of labels and values in English',
    subject: 'Your import report',
    text: 'Dear customer,\n\nObject number: P-77\nResult: rejected\nError code: 1042\nReason: Image 3 is too large (max. 10 MB)\n\nKind regards',
    says: { 'P-77': 'rejected' },
    words: ['Image 3 is too large (max. 10 MB)'],
  },
  {
    name: 'labels and values on one line',
    subject: 'Import',
    text: 'Objekt: P-77 | Status: OK | Link: https://portal.example/expose/77\nObjekt: P-78 | Status: Fehler | Meldung: Adresse nicht gefunden\n',
    says: { 'P-77': 'confirmed', 'P-78': 'rejected' },
    words: ['Adresse nicht gefunden'],
    publicUrl: 'https://portal.example/expose/77',
  },
  {
    name: 'sentences about objects in German',
    subject: 'Rückmeldung zu Ihrer Übertragung',
    text: 'Hallo,\n\ndas Objekt P-77 wurde erfolgreich veröffentlicht.\nObjekt "P 78" konnte nicht importiert werden, weil die Wohnfläche fehlt.\nObjekt P-79 wurde gelöscht.\n',
    says: { 'P-77': 'confirmed', 'P 78': 'rejected', 'P-79': 'removed' },
  },
  {
    name: 'sentences about objects in English',
    subject: 'Transfer result',
    text: 'Listing #P-77 was published successfully.\nListing #P-78 could not be imported: no price.\nListing #P-79 has been deactivated.\n',
    says: { 'P-77': 'confirmed', 'P-78': 'rejected', 'P-79': 'removed' },
  },
  {
    name: 'a log with levels',
    subject: 'Import-Log',
    attached: {
      name: 'import.log', type: 'application/octet-stream',
      content: '2026-11-20 10:00:01 INFO  Import gestartet\n2026-11-20 10:00:02 ERROR Objekt P-77: Bild 3 zu groß\n2026-11-20 10:00:02 INFO  Objekt P-78: erfolgreich aktualisiert\n2026-11-20 10:00:03 WARN  Objekt P-79: kein Energieausweis\n2026-11-20 10:00:04 INFO  Objekt P-79: importiert\n',
    },
    says: { 'P-77': 'rejected', 'P-78': 'confirmed', 'P-79': 'confirmed' },
    words: ['2026-11-20 10:00:03 WARN  Objekt P-79: kein Energieausweis'],
  },
  {
    name: 'a list below headings',
    subject: 'Objektübertragung',
    text: 'Folgende Objekte wurden importiert:\n - P-77\n - P-78\n\nFolgende Objekte wurden abgelehnt:\n - P-79: Kein Ansprechpartner\n - P-80 (PLZ ungültig)\n',
    says: { 'P-77': 'confirmed', 'P-78': 'confirmed', 'P-79': 'rejected', 'P-80': 'rejected' },
    words: ['Kein Ansprechpartner'],
  },
  {
    name: 'a table of CSV with semicolons',
    subject: 'Importprotokoll',
    text: 'Das Protokoll ist im Anhang.',
    attached: { name: 'protokoll.csv', type: 'text/csv; charset=utf-8', content: 'Objektnummer;Titel;Status;Meldung\nP-77;"Wohnung; ruhig";importiert;\nP-78;Haus;abgelehnt;"Bild ""a.jpg"" zu groß"\n' },
    says: { 'P-77': 'confirmed', 'P-78': 'rejected' },
    words: ['Bild "a.jpg" zu groß'],
  },
  {
    name: 'a table of CSV with commas, in English, without a type',
    subject: 'Import result',
    attached: { name: 'result.csv', type: 'application/octet-stream', content: 'external id,portal id,result,message,url\nP-77,900,imported,,https://portal.example/ad/900\nP-78,901,error,unknown postal code,\n' },
    says: { 'P-77': 'confirmed', 'P-78': 'rejected' },
    words: ['unknown postal code'],
    publicUrl: 'https://portal.example/ad/900',
  },
  {
    name: 'a table with tabs in the text',
    subject: 'Statusbericht',
    text: 'Objekt-ID\tAktion\tErgebnis\nP-77\tUPDATE\tOK\nP-78\tUPDATE\tFEHLER\n',
    says: { 'P-77': 'confirmed', 'P-78': 'rejected' },
  },
  {
    name: 'a table of HTML alone',
    subject: 'Importbericht',
    html: page(`${row(['Objektnr.', 'Portal-ID', 'Status', 'Hinweis'], 'th')}${row(['P-77', '1', '<b>veröffentlicht</b>', ''])}${row(['P-78', '2', 'abgelehnt', 'Foto &quot;1&quot; fehlt'])}`),
    says: { 'P-77': 'confirmed', 'P-78': 'rejected' },
    words: ['Foto "1" fehlt'],
  },
  {
    name: 'a page of labels and values',
    subject: 'Ihre Anzeige',
    html: '<div>Objektnummer: <b>P-77</b></div><div>Status: freigeschaltet</div><div>Link: <a href="x">https://portal.example/77</a></div>',
    says: { 'P-77': 'confirmed' },
    publicUrl: 'https://portal.example/77',
  },
  {
    name: 'the same as text and as HTML',
    subject: 'Importbericht',
    text: 'Objektnummer: P-77\nStatus: Fehler\nMeldung: Titel fehlt\n',
    html: '<p>Objektnummer: P-77<br>Status: Fehler<br>Meldung: Titel fehlt</p>',
    says: { 'P-77': 'rejected' },
    words: ['Titel fehlt'],
  },
  {
    name: 'a package that was taken, without a number',
    subject: `Import von ${PACKAGE}`,
    text: `Die Datei ${PACKAGE} wurde erfolgreich importiert.`,
    says: { [PACKAGE]: 'confirmed' },
  },
  {
    name: 'a package that could not be read',
    subject: 'Fehler beim Import',
    text: `Die Datei ${PACKAGE} konnte nicht verarbeitet werden: XML ungültig in Zeile 4.`,
    says: { [PACKAGE]: 'rejected' },
  },
  {
    name: 'a table of packages',
    subject: 'Importübersicht',
    text: `Datei;Ergebnis;Meldung\n${PACKAGE};abgelehnt;Kontingent erschöpft\n`,
    says: { [PACKAGE]: 'rejected' },
    words: ['Kontingent erschöpft'],
  },
  {
    name: 'a report without faults',
    subject: 'Importprotokoll',
    text: 'Objekt: P-77\nErgebnis: fehlerfrei verarbeitet\nFehler: 0\nWarnungen: keine\n',
    says: { 'P-77': 'confirmed' },
  },
  {
    name: 'a report of an import with warnings',
    subject: 'Importprotokoll',
    text: 'Objekt: P-77\nStatus: importiert mit Warnungen\nWarnung: Bild 4 wurde verkleinert\n',
    says: { 'P-77': 'confirmed' },
    words: ['Bild 4 wurde verkleinert'],
  },
  {
    name: 'a number with blanks and signs',
    subject: 'Import',
    text: 'Objektnummer: MUC/12 #4 a\nStatus: abgelehnt\nGrund: Objektart unbekannt\n',
    says: { 'MUC/12 #4 a': 'rejected' },
    words: ['Objektart unbekannt'],
  },
  {
    name: 'a mass mail of a portal',
    subject: 'Importreport',
    headers: ['Precedence: bulk', 'Auto-Submitted: auto-generated'],
    text: 'Objektnummer: P-77\nStatus: online gestellt\n',
    says: { 'P-77': 'confirmed' },
  },
  {
    name: 'a report that contradicts itself',
    subject: 'Import',
    text: 'Objekt P-77 wurde erfolgreich importiert.\nObjekt P-77 wurde abgelehnt.\n',
    says: { 'P-77': 'unknown' },
  },
  {
    name: 'lines about pictures and fields of objects',
    subject: 'Importprotokoll',
    text: 'Objekt P-77 aktualisiert, 2 Bilder entfernt\nObjekt P-78: Bild 3 konnte nicht importiert werden\nObjekt P-79: Feld "Lage" ungültig, Wert ignoriert\nWarnung: Objekt P-80: Wert der Wohnfläche zu klein\nObjekt P-81 abgelehnt: Bild 1 fehlt\n',
    says: { 'P-77': 'unknown', 'P-78': 'unknown', 'P-79': 'unknown', 'P-80': 'unknown', 'P-81': 'rejected' },
    words: ['Objekt P-77 aktualisiert, 2 Bilder entfernt', 'Warnung: Objekt P-80: Wert der Wohnfläche zu klein'],
  },
  {
    name: 'lines about objects that are imported and not shown',
    subject: 'Import',
    text: 'Objekt P-77 importiert. Kontingent überschritten, Objekt bleibt offline.\nDie Vermarktung von Objekt P-78 wurde eingestellt\nObjekt P-79 erfolgreich importiert: nein\n',
    says: { 'P-77': 'unknown', 'P-78': 'unknown', 'P-79': 'unknown' },
    words: ['Objekt P-77 importiert. Kontingent überschritten, Objekt bleibt offline.'],
  },
  {
    name: 'a table of actions and their results',
    subject: 'Import',
    attached: { name: 'result.csv', type: 'text/csv', content: 'Objektnummer;Aktion;Status;Meldung;Fehler\nP-77;gelöscht;OK;;0\nP-78;Update;OK;;keine Fehler\nP-79;Update;OK;Objekt wurde gelöscht;\nP-80;Update;online;;\nP-81;Löschen;Fehler;;\n' },
    says: { 'P-77': 'removed', 'P-78': 'confirmed', 'P-79': 'removed', 'P-80': 'confirmed', 'P-81': 'unknown' },
    words: ['Löschen'],
  },
  {
    name: 'a result of the import above the first object',
    subject: 'Import',
    text: 'Import: 27.11.2026\nErgebnis: fehlerhaft\nObjektnummer: P-77\nStatus: importiert\nObjektnummer: P-78\nFehler: Preis fehlt\n',
    says: { 'P-77': 'confirmed', 'P-78': 'rejected' },
    words: ['Preis fehlt'],
  },
  {
    name: 'a feedback document with faults that are none',
    subject: 'OpenImmo Feedback',
    attached: feedbackFile('<fehlerliste><fehler><objekt_id>P-77</objekt_id><fehlernr>0</fehlernr><text>Objekt erfolgreich importiert</text></fehler><fehler><objekt_id>P-78</objekt_id><fehlernr>0</fehlernr><text>OK</text></fehler><fehler><objekt_id>P-79</objekt_id><fehlernr>12</fehlernr><text>Objekt importiert</text></fehler><fehler><objekt_id>P-80</objekt_id><text>keine Fehler</text></fehler></fehlerliste>'),
    says: { 'P-77': 'confirmed', 'P-78': 'confirmed', 'P-79': 'unknown' },
    words: ['Objekt importiert'],
  },
]; // oxfmt-ignore
