import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reportOf } from './report-reading.ts';
import { statementsIn } from './text-report.ts';

/** The states by number, and the words that are kept. */
function readingOf(text: string) {
  const { objects } = reportOf(statementsIn(text), []);
  const states = objects.map(({ numbers: [number], state }) => `${number} ${state}`);
  const words = objects.flatMap(({ messages }) => messages.map((one) => `${one.severity}: ${one.text}`));
  return { states, words };
}

it.each([
  ['Objekt P-1 aktualisiert, 2 Bilder entfernt', 'warning'],
  ['Property P-1 updated, 3 old images deleted', 'warning'],
  ['Objekt P-1: Bild 3 konnte nicht importiert werden', 'error'],
  ['Für das Objekt P-1 wurden 3 Bilder nicht importiert', 'error'],
  ['Objekt P-1: 3 Bilder, davon 1 fehlerhaft', 'error'],
  ['Objekt P-1: Geocodierung fehlgeschlagen', 'error'],
  ['Objekt P-1: Feld "Lage" ungültig, Wert ignoriert', 'error'],
  ['Objekt P-1: PLZ ungültig', 'error'],
  ['Objekt P-1 wurde deaktiviert und neu aktiviert', 'warning'],
  ['Objekt P-1 wurde importiert, ist aber nicht online, da Ihr Kontingent erschöpft ist', 'warning'],
  ['Objekt P-1 importiert. Kontingent überschritten, Objekt bleibt offline.', 'warning'],
  ['Die Vermarktung von Objekt P-1 wurde eingestellt', 'warning'],
  ['Objekt P-1 erfolgreich importiert: nein', 'warning'],
  ['Objekt P-1 gelöscht: nein', 'warning'],
  ['Objekt P-1: Löschung fehlgeschlagen', 'error'],
  ['Objekt P-1 mit Fehlern importiert', 'warning'],
  ['Objekt P-1 angenommen, nach Prüfung der Bilder wird es veröffentlicht', 'warning'],
])('the line "%s" is kept in its words without a verdict', (line, severity) => {
  expect(readingOf(line)).toEqual({ states: ['P-1 unknown'], words: [`${severity}: ${line}`] });
});

it.each([
  'Objekt P-1: Fehler: 0',
  'Objekt P-1: errors: 0',
  'Objekt P-1: keine Änderung, nicht aktualisiert',
  'Objekt P-1 skipped: not modified, not updated',
  'Objekt P-1: 3 Bilder importiert',
  'Objekt 2 von 5 importiert',
  'Object 12 of 50 imported',
  'Objekt 2/5 importiert',
  'Objektnummer;Fehler\nP-1;keine Fehler',
  'Objektnummer;Fehler\nP-1;ohne Fehler',
  'Objektnummer;Status;Fehler\nP-1;;0 Fehler',
  'Folgende Bilder wurden abgelehnt:\n - 3\n - 4',
])('the text "%s" says nothing of an object', (text) => {
  expect(readingOf(text).states).toEqual([]);
});

it.each([
  ['Objekt P-1 wurde mit 3 Bildern importiert', 'confirmed'],
  ['Objekt P-1 importiert (Fehler: 0)', 'confirmed'],
  ['Objekt P-1 wurde neu eingestellt', 'confirmed'],
  ['Objektnr. 2/5 wurde importiert', 'confirmed'],
  ['Objekt 2 von 5: Objekt P-1 importiert', 'confirmed'],
  ['Objekt P-1 abgelehnt: Bild 3 ist zu groß', 'rejected'],
  ['Bild 3 ist zu groß, Objekt P-1 wurde abgelehnt', 'rejected'],
  ['ERROR Objekt P-1: Bild 3 konnte nicht importiert werden', 'rejected'],
  ['Fehler: Objekt P-1: Preis fehlt', 'rejected'],
  ['Objekt P-1 ist ungültig', 'rejected'],
  ['Objekt P-1 konnte nicht online gestellt werden', 'rejected'],
  ['Objekt P-1: Löschung erfolgreich', 'removed'],
])('the line "%s" says that the object is %s', (line, state) => {
  expect(readingOf(line).states.map((one) => one.split(' ')[1])).toEqual([state]);
});

it.each([
  ['Aktion;Status\nP-1;gelöscht;OK', 'removed', []],
  ['Aktion;Status\nP-1;DELETE;OK', 'removed', []],
  ['Aktion;Status\nP-1;Update;OK', 'confirmed', []],
  ['Aktion;Status\nP-1;Löschen;importiert', 'unknown', ['info: Löschen', 'info: importiert']],
  ['Aktion;Status\nP-1;Löschen;Fehler', 'unknown', ['info: Löschen', 'error: Fehler']],
  ['Aktion;Meldung\nP-1;Löschen;erfolgreich', 'removed', []],
  ['Aktion;Meldung\nP-1;Löschen;nicht erfolgreich', 'unknown', ['error: nicht erfolgreich']],
  ['Meldung;Hinweis\nP-1;importiert;Kontingent erschöpft', 'unknown', ['warning: Kontingent erschöpft']],
  ['Status\nP-1;fehlerfrei', 'unknown', ['info: fehlerfrei']],
  ['Status\nP-1;Löschung erfolgreich', 'removed', []],
  ['Status\nP-1;online', 'confirmed', []],
  ['Status\nP-1;Active', 'confirmed', []],
  ['Status\nP-1;offline', 'unknown', ['warning: offline']],
  ['Status\nP-1;OK (Kontingent erschöpft)', 'unknown', ['warning: OK (Kontingent erschöpft)']],
  ['Status;Meldung\nP-1;OK;Objekt wurde gelöscht', 'removed', []],
  ['Status;Meldung\nP-1;importiert;Objekt wurde gelöscht', 'unknown', []],
  ['Status;Meldung\nP-1;OK;Objekt wurde nicht importiert', 'unknown', []],
  ['Status;Meldung\nP-1;OK;2 Bilder gelöscht', 'confirmed', ['warning: 2 Bilder gelöscht']],
  ['Status;Meldung\nP-1;OK;Kontingent erschöpft', 'unknown', []],
  ['Fehler\nP-1;erfolgreich importiert', 'confirmed', []],
  ['Fehler\nP-1;Preis fehlt', 'rejected', ['error: Preis fehlt']],
])('the row "%s" of a table says that the object is %s', (rows, state, words) => {
  const reading = readingOf(`Objektnummer;${rows}`);
  expect(reading.states).toEqual([`P-1 ${state}`]);
  expect(reading.words).toEqual(expect.arrayContaining(words));
});

it.each([
  ['Import: 27.11.2026\nErgebnis: fehlerhaft\nObjektnummer: P-1\nStatus: importiert', 'confirmed'],
  ['Importergebnis: erfolgreich\nObjektnummer: P-1\nFehler: Preis fehlt', 'rejected'],
  ['Status: OK | Objektnummer: P-1', 'confirmed'],
  ['Objektnummer: P-1\nStatus: importiert\nErgebnis: fehlerhaft', 'unknown'],
  ['Objektnummer: P-1\nStatus: OK\nErgebnis: offline', 'unknown'],
])('the block "%s" says that its object is %s', (block, state) => {
  expect(readingOf(block).states).toEqual([`P-1 ${state}`]);
});

it('the lines before the number of a block are about the file that they name', () => {
  const block = 'Datei: P-1.zip\nErgebnis: fehlerhaft\nObjektnummer: P-1\nStatus: importiert';
  const { objects } = reportOf(statementsIn(block), []);
  expect(objects).toMatchObject([
    { numbers: [], fileName: 'P-1.zip', state: 'rejected' },
    { numbers: ['P-1'], fileName: 'P-1.zip', state: 'confirmed' },
  ]);
});

it('a message about an object in a label keeps the number of the object', () => {
  const warned = readingOf('Warnung: Objekt P-1: Wert zu klein');
  expect(warned).toEqual({
    states: ['P-1 unknown'],
    words: ['warning: Warnung: Objekt P-1: Wert zu klein'],
  });
  expect(
    readingOf('Objektnummer: P-1\nStatus: OK\nFehler: Objekt P-2: Preis fehlt').states.toSorted(),
  ).toEqual(['P-1 confirmed', 'P-2 rejected']);
});

it('a line about a picture or a field says nothing certain of its object, whatever became of that part', () => {
  const part = fc.constantFrom(
    'Bild 3',
    '2 Bilder',
    'Foto a.jpg',
    'Feld "Lage"',
    'Image 1',
    'Grundriss',
    'Geocodierung',
  );
  const result = fc.constantFrom(
    ...[
      'nicht importiert',
      'wurde gelöscht',
      'fehlgeschlagen',
      'abgelehnt',
      'ungültig',
      'could not be imported',
    ],
    ...['deaktiviert', 'erfolgreich importiert', 'failed', 'removed', 'wurde entfernt, Fehler beim Lesen'],
  );
  const beginning = fc.constantFrom(
    'Objekt P-1: ',
    'Property P-1 - ',
    'Für Objekt P-1 wurden ',
    'INFO Objekt P-1: ',
  );
  fc.assert(
    fc.property(beginning, part, result, (begins, about, became) => {
      const { states } = readingOf(`${begins}${about} ${became}`);
      expect(['', 'P-1 unknown']).toContain(states.join(', '));
    }),
  );
});

it('a line full of the words of results is read in a time that grows with its length', () => {
  const words = ['nicht ', 'Objekt  ', 'Fehler = ', 'mit 3 ', '1/', 'online ', 'geoc', ': 0 '];
  const lines = words.map((one) => one.repeat(Math.floor(2000 / one.length)));
  expect(readingOf(lines.map((line) => `Objekt P-1 ${line}`).join('\n')).states.length).toBeLessThan(2);
});

it('blanks side by side in a line are read as one', () => {
  const line = 'Objekt:   P-1 \u00a0 |  Status:    abgelehnt';
  expect(readingOf(line)).toEqual(readingOf('Objekt: P-1 | Status: abgelehnt'));
  expect(readingOf(line).states).toEqual(['P-1 rejected']);
});

it.each([
  ['a comma and blanks', `a,${' '.repeat(1985)}x`],
  ['blanks', `${' '.repeat(1990)}x`],
  ['the word for an object and tabs', `Objekt${'\t'.repeat(1990)}x`],
])('lines with %s say nothing, however many there are', (_what, line) => {
  expect(readingOf(Array.from({ length: 250 }, () => line).join('\n')).states).toEqual([]);
});

it('twenty thousand lines about one object are one', () => {
  const log = `Objektnr;Status\n${'1;ok\n'.repeat(19_500)}`;
  expect(readingOf(log).states).toEqual(['1 confirmed']);
});

it('an entry of a list whose words contradict the heading has no verdict', () => {
  const heading = 'Folgende Objekte wurden importiert:';
  expect(readingOf(`${heading}\n - P-1\n - P-2: bleibt offline\n - P-3: abgelehnt`).states).toEqual([
    'P-2 unknown',
    'P-3 unknown',
    'P-1 confirmed',
  ]);
});
