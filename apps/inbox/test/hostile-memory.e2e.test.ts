import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { MOST_REQUESTS } from '../src/domain/request-budget.ts';
import { TOO_MANY_PEOPLE } from './heavy-mails.ts';
import type { Report } from './read-mails.ts';

/** Node and the loader of the sources take 125 MB, the thread's heap up to 256 MB, the rest are bytes of emails. */
const MOST_RSS_BYTES = 800_000_000;
/** What crosses between the threads for one email. */
const MOST_READING_BYTES = 5_000_000;

let report: Report;
let exitCode: unknown;

beforeAll(async () => {
  const program = fileURLToPath(new URL('./read-mails.ts', import.meta.url));
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  exitCode = code;
  report = JSON.parse(output) as Report;
}, 300_000);

describe('a process that reads every hostile mail', () => {
  it('is not ended by any of them, and none of them ends its thread', () => {
    expect(exitCode).toBe(0);
    expect(report.mails.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(report.mails.length).toBeGreaterThan(35);
  });

  it('ends each of them with a failure', () => {
    expect(report.mails.filter(({ failureCode }) => failureCode === undefined)).toEqual([]);
  });

  it('takes no more memory than its limits sum up to', () => {
    expect(report.maxRssBytes).toBeLessThan(MOST_RSS_BYTES);
  });

  it('passes no more between its threads than an email may lead to', () => {
    const large = report.mails.filter(({ readingBytes }) => readingBytes > MOST_READING_BYTES);
    expect(large).toEqual([]);
  });

  it('makes the requests of an email of too many people up to the limit', () => {
    const made = report.mails.filter(({ what }) => what in TOO_MANY_PEOPLE);
    expect(made).toHaveLength(Object.keys(TOO_MANY_PEOPLE).length);
    for (const { requests } of made) {
      expect(requests).toBeGreaterThan(0);
      expect(requests).toBeLessThanOrEqual(MOST_REQUESTS);
    }
  });
});
