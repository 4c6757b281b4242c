import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  ERROR_CODES,
  FIELD_CODES,
  PARSING_FAILURE_MEANINGS,
  PROCESSING_FAILURE_MEANINGS,
  PUBLICATION_FAILURE_MEANINGS,
} from './error-codes.ts';
import * as contracts from './index.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PAGE = `${ROOT}docs/errors.md`;
const codes = Object.values(ERROR_CODES).flatMap((meanings) => Object.keys(meanings));

describe('the table of error codes', () => {
  it('every error code has one row', () => {
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });

  it('every error that an operation declares has a row', () => {
    const declared = Object.values(contracts as Record<string, unknown>).flatMap((one) =>
      typeof one === 'object' && one !== null && 'errors' in one ? (one.errors as string[]) : [],
    );
    expect([...new Set(declared)].filter((code) => !codes.includes(code))).toEqual([]);
  });

  it('docs/errors.md is generated from the error codes (UPDATE_SNAPSHOTS=true writes it)', () => {
    const page = errorsPage();
    if (process.env['UPDATE_SNAPSHOTS'] === 'true') writeFileSync(PAGE, page);
    expect(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '').toBe(page);
  });
});

function errorsPage(): string {
  return [
    '# Error codes',
    '',
    'Look up the `code` of an error response or the `failureCode` of a failure. Codes are stable, so your program can rely on them. Texts can change.',
    '',
    'The page is generated from `libs/contracts/src/error-codes.ts`; do not edit it. The service explains each code at `/docs/errors/<code>`.',
    '',
    '## Error responses',
    '',
    'An error response is `{error, message, statusCode, code, requestId, details?}`. `GET /openapi.json` lists the codes of each operation.',
    ...Object.entries(ERROR_CODES).flatMap(([status, meanings]) => [
      '',
      `### ${status}`,
      '',
      ...table(meanings),
    ]),
    '',
    '## Fields',
    '',
    'These are the values of `code` in an entry of `details`.',
    '',
    ...table(FIELD_CODES),
    '',
    '## Publications',
    '',
    '`failureCode` of `publication.failed` and of `lastError` of a listing.',
    '',
    ...table(PUBLICATION_FAILURE_MEANINGS),
    '',
    '## Processing',
    '',
    '`failureCode` of `property.processing_failed`; the message names the index and the URL.',
    '',
    ...table(PROCESSING_FAILURE_MEANINGS),
    '',
    '## Requests',
    '',
    '`failureCode` of `request.parsing_failed`.',
    '',
    ...table(PARSING_FAILURE_MEANINGS),
    '',
  ].join('\n');
}

/** With columns as wide as the formatter of the workspace makes them. */
function table(meanings: Readonly<Record<string, string>>): string[] {
  const rows = Object.entries(meanings).map(([code, meaning]) => [`\`${code}\``, meaning] as const);
  const width = (column: 0 | 1, head: string) =>
    Math.max(head.length, ...rows.map((row) => row[column].length));
  const widths = [width(0, 'Code'), width(1, 'Meaning')] as const;
  const line = (code: string, meaning: string) =>
    `| ${code.padEnd(widths[0])} | ${meaning.padEnd(widths[1])} |`;
  return [
    line('Code', 'Meaning'),
    `| ${'-'.repeat(widths[0])} | ${'-'.repeat(widths[1])} |`,
    ...rows.map(([code, meaning]) => line(code, meaning)),
  ];
}
