import {
  FULL_TRANSFER_REASONS,
  IMPORT_FAILURES,
  IMPORT_PROBLEMS,
  IMPORT_REASONS,
  PUBLICATION_REASONS,
} from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { importProblemMessages } from '../src/text/import-problem-messages.ts';
import { importRemedyMessages } from '../src/text/import-remedy-messages.ts';
import { importReasonMessages } from '../src/text/import-reason-messages.ts';
import { problemMessages } from '../src/text/problem-messages.ts';
import { targetSettingsMessages } from '../src/text/target-settings-messages.ts';

type Table = Readonly<Record<string, readonly [en: string, de: string]>>;

/** Parameters that a dashboard gets and the sentence of the API leaves out. */
const ONLY_HERE = ['failureCode', 'field', 'limit'];

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const keysOf = (table: Table, prefix: string): string[] =>
  Object.keys(table).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));

/** Names in the text of the dashboard that no problem carries. */
const unknownNames = (text: string, ofApi: string): string[] =>
  namesIn(text).filter((name) => !namesIn(ofApi).includes(name) && !ONLY_HERE.includes(name));

function expectComplete(table: Table, prefix: string, sentences: Readonly<Record<string, string>>): void {
  expect(keysOf(table, prefix).toSorted()).toEqual(Object.keys(sentences).toSorted());
  for (const [reason, ofApi] of Object.entries(sentences)) {
    const [en = '', de = ''] = table[`${prefix}${reason}`] ?? [];
    expect(namesIn(de).toSorted(), reason).toEqual(namesIn(en).toSorted());
    expect(unknownNames(en, ofApi), reason).toEqual([]);
    expect(de, reason).not.toBe(en);
  }
}

describe('texts of problems in both languages', () => {
  it('every reason of a dry run has a text in both languages, with parameters that the problem carries', () => {
    const sentences = Object.entries(PUBLICATION_REASONS).map(([reason, [, text]]) => [reason, text]);
    expectComplete(problemMessages, 'reason.', Object.fromEntries(sentences));
  });

  it('every reason of a full transfer that was not sent has a text in both languages; a failure of the platform has that of its code', () => {
    const sentences = FULL_TRANSFER_REASONS.filter((code) => code !== 'platform_failed').map(
      (code) => [code, code === 'would_remove' ? '{names} {mayRemove}' : ''] as const,
    );
    expectComplete(targetSettingsMessages, 'sync.why.', Object.fromEntries(sentences));
  });

  it('every reason of a problem of an import has a text in both languages, with parameters that the problem carries', () => {
    const { 'importReason.details': _label, ...table } = importReasonMessages;
    expectComplete(table, 'importReason.', IMPORT_REASONS);
  });

  it('every code of a problem of an import has a title and a remedy, and every code of a failure a title', () => {
    expect(keysOf(importProblemMessages, 'importProblem.').toSorted()).toEqual(IMPORT_PROBLEMS.toSorted());
    expect(keysOf(importProblemMessages, 'importDo.').toSorted()).toEqual(IMPORT_PROBLEMS.toSorted());
    const ofReasons = keysOf(importRemedyMessages, 'importDo.');
    expect(Object.keys(IMPORT_REASONS)).toEqual(expect.arrayContaining(ofReasons));
    expect(keysOf(importProblemMessages, 'importFailure.').toSorted()).toEqual(IMPORT_FAILURES.toSorted());
  });
});
