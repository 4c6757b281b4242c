import { expect, it } from 'vitest';
import { severityOf, verdictOf } from './verdict.ts';

it.each([
  ['Objekt wurde erfolgreich importiert', 'confirmed'],
  ['fehlerfrei verarbeitet', 'confirmed'],
  ['ohne Fehler importiert', 'confirmed'],
  ['importiert mit Warnungen', 'confirmed'],
  ['imported without errors', 'confirmed'],
  ['OK', 'confirmed'],
  ['nicht importiert', 'rejected'],
  ['konnte leider nicht veröffentlicht werden', 'rejected'],
  ['could not be imported', 'rejected'],
  ['nicht erfolgreich', 'rejected'],
  ['abgelehnt', 'rejected'],
  ['wird abgelehnt', 'rejected'],
  ['ERROR', 'rejected'],
  ['erfolgreich gelöscht', 'removed'],
  ['has been deactivated', 'removed'],
  ['deaktiviert', 'removed'],
  ['mit Fehlern importiert', undefined],
  ['imported with errors', undefined],
  ['nicht gelöscht', undefined],
  ['could not be removed', undefined],
  ['Löschen fehlgeschlagen, Objekt entfernt', undefined],
  ['wird in Kürze veröffentlicht', undefined],
  ['will be published tomorrow', undefined],
  ['sobald das Bild korrigiert ist, online gestellt', undefined],
  ['Wurde es importiert?', undefined],
  ['aktiv', undefined],
  ['erfolgreich: nein', undefined],
  ['success: false', undefined],
  ['imported = no', undefined],
  ['abgelehnt: nein', undefined],
  ['importiert: 0', undefined],
  ['importiert, Code: 0', 'confirmed'],
  ['OK (Kontingent erschöpft)', undefined],
  ['importiert (offline)', undefined],
  ['erfolgreich eingestellt', undefined],
  ['online eingestellt', 'confirmed'],
  ['Fehler: keine Straße', 'rejected'],
  ['unverändert', undefined],
  ['', undefined],
  [`importiert ${'x'.repeat(600)}`, undefined],
])('the sentence "%s" of a platform says %s', (sentence, verdict) => {
  expect(verdictOf(sentence)).toBe(verdict);
  expect(verdictOf(sentence.toUpperCase())).toBe(verdict);
});

it.each([
  ['Warnung: Bild 2 ist klein', 'warning'],
  ['Pflichtfeld Kaufpreis fehlt', 'error'],
  ['unknown postal code', 'error'],
  ['Objekt abgelehnt', 'error'],
  ['Objekt importiert', 'info'],
])('the message "%s" of a platform is of the severity %s', (text, severity) => {
  expect(severityOf(text)).toBe(severity);
});
