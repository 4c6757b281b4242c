import { describe, expect, it } from 'vitest';
import { feedbackOf } from '../../test/feedback.ts';
import { multipart, part, plainMail, zipOf } from '../../test/mail-forms.ts';
import { CERTAIN_REPORTS } from '../../test/reports/certain.ts';
import { REPORT_ADDRESS, mailOf } from '../../test/reports/report-mail.ts';
import { UNCLEAR_REPORTS } from '../../test/reports/unclear.ts';
import type { Reading } from '../domain/reading.ts';
import { readMail } from './read-mail.ts';

const about = { to: REPORT_ADDRESS };
/** The state of each object, by its number or else its package. */
const said = ({ report }: Reading) =>
  Object.fromEntries(
    (report?.objects ?? []).map(({ numbers, fileName, state }) => [numbers[0] ?? fileName, state]),
  );

describe('the report of a portal', () => {
  it.each(CERTAIN_REPORTS)('the report "$name" is read, in the words of the portal', async (mail) => {
    const reading = await readMail(mailOf(mail));
    expect(reading.inquiries).toEqual([]);
    expect(said(reading)).toEqual(mail.says);
    const texts = reading.report?.objects.flatMap(({ messages }) => messages.map(({ text }) => text));
    expect(texts).toEqual(expect.arrayContaining([...(mail.words ?? [])]));
    const pages = reading.report?.objects.map(({ publicUrl }) => publicUrl);
    if (mail.publicUrl !== undefined) expect(pages).toContain(mail.publicUrl);
  });

  it.each(UNCLEAR_REPORTS)('the email "$name" is no certain report, and its text is kept', async (mail) => {
    const reading = await readMail(mailOf(mail));
    expect(reading.inquiries).toEqual([]);
    expect(reading.report).toBeUndefined();
    expect(reading.body.trim()).toBe((mail.text ?? '').trim());
  });

  it.each([
    ['a greeting', false],
    ['an announcement of maintenance', false],
    ['an invoice', false],
    ['an inquiry in words', false],
    ['a summary in numbers', true],
    ['what is still to come', true],
    ['a package alone', true],
    ['a table without faults', true],
  ])('the email "%s" is recognized as a report: %s', async (name, isRecognized) => {
    const mail = UNCLEAR_REPORTS.find((one) => one.name === name)!;
    expect((await readMail(mailOf(mail))).isRecognizedReport ?? false).toBe(isRecognized);
  });

  it('the answer of a person who is absent is not recognized as a report', async () => {
    const headers = ['Auto-Submitted: auto-replied'];
    const reading = await readMail(plainMail({ ...about, headers }, 'Objekt P-77 wurde importiert.'));
    expect(reading).not.toHaveProperty('isRecognizedReport');
    expect(reading.report).toBeUndefined();
  });

  it('the report of a portal is read in an archive, up to what is read of texts', async () => {
    const head = ['Content-Type: application/zip', 'Content-Disposition: attachment; filename="report.zip"'];
    const read = (files: Record<string, string>) => {
      const zip = zipOf(
        Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
      );
      return readMail(multipart(about, [part(head, zip)], { text: 'Das Protokoll ist im Anhang.' }));
    };
    const table = 'Objektnummer;Status\nP-77;abgelehnt\n';
    expect(said(await read({ 'a/result.csv': table, 'b.log': 'Objekt P-78 wurde importiert.\n' }))).toEqual({
      ...{ 'P-77': 'rejected', 'P-78': 'confirmed' },
    });
    const long = `${'x '.repeat(30)}\n`.repeat(9000);
    expect((await read({ 'a.txt': long, 'b.csv': table })).report).toBeUndefined();
    expect(said(await read({ 'a.bin': long, 'b.csv': table }))).toEqual({ 'P-77': 'rejected' });
  });

  it('the report of a portal names the time of the email, and a sender that the receiving server calls forged', async () => {
    const headers = ['Authentication-Results: mx.example; spf=pass; dmarc=fail header.from=portal.example'];
    const text = 'Objektnummer: P-77\nStatus: abgelehnt\n';
    const forged = await readMail(plainMail({ ...about, headers }, text));
    expect(forged).toMatchObject({ isForged: true, writtenAt: '2025-03-05T07:30:00.000Z' });
    for (const results of ['dmarc=pass; spf=fail', 'spf=fail; dkim=pass', 'spf=softfail', 'none']) {
      const header = `Authentication-Results: mx.example; ${results}`;
      expect(await readMail(plainMail({ ...about, headers: [header] }, text))).not.toHaveProperty('isForged');
    }
  });

  it('the report of a portal with thousands of objects is cut, and says how many it has', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => `P-${index};abgelehnt;${'x'.repeat(400)}`);
    const { report } = await readMail(plainMail(about, ['Objektnummer;Status;Meldung', ...rows].join('\n')));
    expect(report).toMatchObject({ objectCount: expect.any(Number) });
    expect(report?.objectCount).toBeGreaterThan(500);
    expect(report?.objects).toHaveLength(500);
    expect(JSON.stringify(report).length).toBeLessThan(500_000);
  });
});

describe('the words of a report', () => {
  it('the words of a report name nobody who could be called or written to', async () => {
    const text =
      'Objekt P-77: Frau Muster, erika@example.org, 0171 2345678 oder +49 30 1234567, meldet einen Fehler am 2026-11-20 um 10:00\n';
    const { report } = await readMail(plainMail(about, text));
    const words = report?.objects.flatMap(({ messages }) => messages.map((one) => one.text));
    expect(words).toEqual([
      'Objekt P-77: Frau Muster, …, … oder …, meldet einen Fehler am 2026-11-20 um 10:00',
    ]);
  });

  it('the words of a report that is too long are first those about what was rejected', async () => {
    const rows = Array.from({ length: 800 }, (_, index) => `P-${index};importiert;`);
    const text = ['Objektnummer;Status;Meldung', ...rows, 'P-900;abgelehnt;Bild zu groß', ''].join('\n');
    const { report } = await readMail(plainMail(about, text));
    expect(report?.objects[0]).toMatchObject({ numbers: ['P-900'], state: 'rejected' });
    expect(report?.objects).toHaveLength(500);
  });
});

describe('an inquiry', () => {
  it('an inquiry is no report, whatever stands beside it', async () => {
    for (const { text = '', html } of CERTAIN_REPORTS) {
      const kontakt = part(['Content-Type: text/xml'], feedbackOf([{ nachname: 'Kurz' }]));
      const others = html === undefined ? [] : [part(['Content-Type: text/html'], Buffer.from(html))];
      const reading = await readMail(multipart(about, [...others, kontakt], { text }));
      expect(reading.inquiries).toHaveLength(1);
      expect(reading.report).toBeUndefined();
    }
  });
});
