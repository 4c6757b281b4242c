import { describe, expect, it } from 'vitest';
import { readMail } from '../reading/read-mail.ts';
import { headerIn, mailOf } from './report-file.ts';

const ABOUT = { address: 'reports@requests.example', host: 'ftp.portal.example' };
const CSV = 'Datei;Objektnummer;Status;Meldung\n;P-77;abgelehnt;Bild 3 ist zu groß\n';
const XML =
  '<?xml version="1.0"?><openimmo_feedback><version>1.2.5</version><status><objekt_id>P-77</objekt_id><statusnr>0</statusnr><text>importiert</text></status></openimmo_feedback>';
const mail = (name: string, content: string | Buffer, writtenAt?: string) =>
  mailOf({ ...ABOUT, name, bytes: Buffer.from(content), writtenAt });
const read = (...file: Parameters<typeof mail>) => readMail(mail(...file));

describe('the email of a result file', () => {
  it('a table in a result file is read as in an email, and is its text', async () => {
    const reading = await read('Ergebnis für März.csv', CSV, '2026-11-20T10:00:00.000Z');
    expect(reading).toMatchObject({
      ...{ sender: `report-folder@${ABOUT.host}`, subject: 'Ergebnis für März.csv', inquiries: [] },
      writtenAt: '2026-11-20T10:00:00.000Z',
      report: { objects: [{ numbers: ['P-77'], state: 'rejected' }], objectCount: 1 },
    });
    expect(reading.body).toContain('Bild 3 ist zu groß');
  });

  it('a feedback document in a result file is read, whatever the name of the file is', async () => {
    const { report } = await read('result', XML);
    expect(report).toMatchObject({ isDocument: true, objects: [{ numbers: ['P-77'], state: 'confirmed' }] });
  });

  it('a result file of which only the end was read says so in the subject, and is read', async () => {
    const raw = mailOf({
      ...ABOUT,
      name: 'import.csv',
      bytes: Buffer.from(CSV),
      writtenAt: undefined,
      skippedBytes: 5_000_000,
    });
    expect(await readMail(raw)).toMatchObject({
      subject: 'import.csv (5000000 bytes before these lines were left out)',
      report: { objects: [{ numbers: ['P-77'], state: 'rejected' }] },
    });
  });

  it('a result file that is no text is named, and says nothing', async () => {
    const reading = await read('r.bin', Buffer.from([0, 1, 2]));
    expect(reading).not.toHaveProperty('report');
    expect(reading.attachments).toMatchObject([{ name: 'r.bin' }]);
  });

  it('a result file that nobody understands keeps its text', async () => {
    const reading = await read('log.txt', 'Vorgang 4711 beendet.');
    expect(reading).not.toHaveProperty('report');
    expect(reading.body).toBe('Vorgang 4711 beendet.');
  });

  it('the lines and names of a result file write no headers', async () => {
    const reading = await read('a\r\nTo: other@requests.example\r\n.txt', 'To: third@requests.example\n\nx');
    expect(reading.addressed).toEqual([[ABOUT.address]]);
  });

  it.each([
    ['the first line', 'Objektnummer;Status\r\nP-1;ok\r\n', 'Objektnummer;Status\r\n'],
    ['a line below a title', 'Import vom 1.11.\nObjektnummer;Status\nP-1;ok\n', 'Objektnummer;Status\n'],
    ['no line of sentences', 'Objekt P-1 abgelehnt\nObjekt P-2 importiert\n', ''],
    ['no line of a table without one', 'P-1;abgelehnt;Bild fehlt\n', ''],
    ['no line that is incomplete', 'Objektnummer;Status', ''],
    ['nothing of nothing', '', ''],
  ])('the header of a result file is %s', (_title, beginning, header) => {
    expect(headerIn(Buffer.from(beginning)).toString()).toBe(header);
  });

  it('the header of a result file keeps its bytes', () => {
    const beginning = Buffer.from('Objektnummer;Status;Größe\nP-1;ok;1\n', 'latin1');
    expect(headerIn(beginning).toString('latin1')).toBe('Objektnummer;Status;Größe\n');
  });

  it('a result file that was written again is another email', () => {
    const idOf = (writtenAt?: string) =>
      /^Message-ID: .*$/m.exec(mail('a.csv', CSV, writtenAt).toString())?.[0];
    const [first, second] = ['2026-11-20T10:00:00.000Z', '2026-11-20T10:00:01.000Z'];
    expect(idOf(first)).toBe(idOf(first));
    expect(new Set([idOf(), idOf(first), idOf(second)]).size).toBe(3);
  });

  it('the same result file is the same email, and a changed one is another', () => {
    expect(mail('a.csv', CSV)).toEqual(mail('a.csv', CSV));
    expect(mail('a.csv', CSV)).not.toEqual(mail('a.csv', `${CSV}x`));
    expect(mail('a.csv', CSV)).not.toEqual(mail('b.csv', CSV));
  });
});
