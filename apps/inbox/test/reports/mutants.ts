import fc from 'fast-check';
import { forwarded } from '../mail-forms.ts';
import { CERTAIN_REPORTS } from './certain.ts';
import { REPORT_ADDRESS, mailOf } from './report-mail.ts';
import { UNCLEAR_REPORTS } from './unclear.ts';

export const ALL_REPORTS = [...CERTAIN_REPORTS, ...UNCLEAR_REPORTS];

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
export const changes = fc.array(change, { minLength: 1, maxLength: 4 });
export const changed = (text: string, by: readonly Change[]): string => by.reduce((so, one) => one(so), text);

/** An email of a report as it arrives, changed on its way and perhaps forwarded. */
export const mutant: fc.Arbitrary<Buffer> = fc
  .record({ mail: fc.constantFrom(...ALL_REPORTS), by: changes, isForwarded: fc.boolean() })
  .map(({ mail, by, isForwarded }) => {
    const { text = '', html, attached } = mail;
    const raw = mailOf({
      ...mail,
      text: changed(text, by),
      ...(html !== undefined && { html: changed(html, by) }),
      ...(attached && { attached: { ...attached, content: changed(attached.content, by) } }),
    });
    return isForwarded ? forwarded({ to: REPORT_ADDRESS }, raw) : raw;
  });
