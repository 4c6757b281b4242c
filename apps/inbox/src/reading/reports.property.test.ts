import fc from 'fast-check';
import { expect, it } from 'vitest';
import { feedbackOf } from '../../test/feedback.ts';
import { forwarded, multipart, part } from '../../test/mail-forms.ts';
import { CERTAIN_REPORTS } from '../../test/reports/certain.ts';
import { REPORT_ADDRESS, mailOf } from '../../test/reports/report-mail.ts';
import { UNCLEAR_REPORTS } from '../../test/reports/unclear.ts';
import { isReportTo } from '../processing/tell-report.ts';
import { readMail } from './read-mail.ts';

const ALL = [...CERTAIN_REPORTS, ...UNCLEAR_REPORTS];
const RUNS = { numRuns: 150 };

type Change = (text: string) => string;

/** What happens to reports on their way, and what portals change in them. */
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ at: fc.nat(), count: fc.nat(30) }).map(({ at, count }): Change => (text) => {
    const from = text.length === 0 ? 0 : at % text.length;
    return text.slice(0, from) + text.slice(from + count);
  }),
  fc
    .record({ at: fc.nat(), words: fc.string({ unit: 'binary', maxLength: 20 }) })
    .map(({ at, words }): Change => (text) => {
      const from = text.length === 0 ? 0 : at % text.length;
      return text.slice(0, from) + words + text.slice(from);
    }),
  fc.constant<Change>((text) => text.toUpperCase()),
  fc.constant<Change>((text) => text.replaceAll('\n', '\r\n')),
  fc.constant<Change>((text) => text.replaceAll('\n', ' ')),
  fc.constant<Change>((text) => `${text}\n${text}`),
  fc.constant<Change>((text) => text.replace(/^/gm, '> ')),
);
const changes = fc.array(change, { minLength: 1, maxLength: 4 });
const changed = (text: string, by: readonly Change[]): string => by.reduce((so, one) => one(so), text);

it('a report of a portal that was changed on its way is no inquiry, and a report to its target all the same', async () => {
  const mutant = fc.record({ mail: fc.constantFrom(...ALL), by: changes, isForwarded: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(mutant, async ({ mail, by, isForwarded }) => {
      const { text = '', html, attached } = mail;
      const raw = mailOf({
        ...mail,
        text: changed(text, by),
        ...(html !== undefined && { html: changed(html, by) }),
        ...(attached && { attached: { ...attached, content: changed(attached.content, by) } }),
      });
      const reading = await readMail(isForwarded ? forwarded({ to: REPORT_ADDRESS }, raw) : raw);
      expect(reading.inquiries).toEqual([]);
      expect(isReportTo({ isForReports: true }, reading)).toBe(true);
      for (const { numbers, fileName, messages } of reading.report?.objects ?? []) {
        expect(numbers.length > 0 || fileName !== undefined).toBe(true);
        expect(messages.every(({ text: words }) => words.length > 0 && words.length <= 500)).toBe(true);
      }
    }),
    RUNS,
  );
});

it('an inquiry with the words of a report around it stays an inquiry, and is no report', async () => {
  const mixed = fc.record({ mail: fc.constantFrom(...ALL), by: changes });
  await fc.assert(
    fc.asyncProperty(mixed, async ({ mail: { text = '' }, by }) => {
      const kontakt = part(['Content-Type: text/xml'], feedbackOf([{ nachname: 'Kurz' }]));
      const reading = await readMail(
        multipart({ to: REPORT_ADDRESS }, [kontakt], { text: changed(text, by) }),
      );
      expect(reading.inquiries).toHaveLength(1);
      expect(isReportTo({ isForReports: true }, reading)).toBe(false);
    }),
    RUNS,
  );
});
