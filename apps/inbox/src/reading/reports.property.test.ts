import fc from 'fast-check';
import { expect, it } from 'vitest';
import { feedbackOf } from '../../test/feedback.ts';
import { multipart, part } from '../../test/mail-forms.ts';
import { ALL_REPORTS, changed, changes, mutant } from '../../test/reports/mutants.ts';
import { REPORT_ADDRESS } from '../../test/reports/report-mail.ts';
import { isReportTo } from '../processing/tell-report.ts';
import { readMail } from './read-mail.ts';

const RUNS = { numRuns: 150 };

it('a report of a portal that was changed on its way is no inquiry, and a report to its target all the same', async () => {
  await fc.assert(
    fc.asyncProperty(mutant, async (raw) => {
      const reading = await readMail(raw);
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
  const mixed = fc.record({ mail: fc.constantFrom(...ALL_REPORTS), by: changes });
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
