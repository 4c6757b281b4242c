import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { MAIL_ATTACHMENTS_MAX, MAIL_REQUEST_IDS_MAX, ReceivedMail } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toReceivedMail } from '../src/domain/account-part.ts';
import { failure } from '../src/domain/failure.ts';
import { LONGEST_BODY_BYTES } from '../src/domain/reading.ts';
import { MOST_REQUESTS } from '../src/domain/request-budget.ts';
import { LARGE, TOO_MANY_PEOPLE } from './heavy-mails.ts';
import { HOSTILE } from './hostile.ts';
import type { MailReport, Report } from './read-mails.ts';

/** Node and the loader of the sources take 125 MB, the thread's heap up to 256 MB, the rest are bytes of emails. */
const MOST_RSS_BYTES = 800_000_000;
/** What crosses between the threads for one email. */
const MOST_READING_BYTES = 5_000_000;
/** All of an email that an account is shown. */
const MOST_SHOWN_BYTES = 250_000;

const TO = 'd1a2b3c4e5f6g7h8i9j0@requests.example.org';
const MAILS = Object.entries({ ...HOSTILE, ...TOO_MANY_PEOPLE, ...LARGE });
const fileOf = (index: number) => `${String(index).padStart(3, '0')}.eml`;

const folder = mkdtempSync(join(tmpdir(), 'hostile-mails-'));
let report: Report;
let exitCode: unknown;

beforeAll(async () => {
  for (const [index, [, make]] of MAILS.entries()) writeFileSync(join(folder, fileOf(index)), make(TO));
  const program = fileURLToPath(new URL('./read-mails.ts', import.meta.url));
  const child = spawn(process.execPath, [program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  exitCode = code;
  report = JSON.parse(output) as Report;
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What became of the emails, by what they are. */
const mails = () => MAILS.map(([what], index) => ({ what, ...report.mails[index] }));

/** The email as its account sees it, with as many requests as it may name. */
function shownOf({ stored, requests }: MailReport): ReceivedMail {
  const [accountId, at] = [newId(), new Date()];
  const { content, ...head } = stored!;
  const record = {
    ...{ id: newId(), key: newId(), rawSha256: newId(), source: 'smtp', recipients: [TO], ...head },
    ...{ sizeBytes: 1, truncated: false, state: 'failed' as const, receivedAt: at, expiresAt: at },
    failure: failure('limit_exceeded', 'The email has too many parts.'),
    results: [{ targetId: newId(), accountId, requestCount: requests, address: TO }],
  };
  const requestIds = Array.from({ length: Math.min(requests, MAIL_REQUEST_IDS_MAX) }, newId);
  return toReceivedMail({ record, content }, accountId, requestIds);
}

describe('a process that reads every hostile mail', () => {
  it('a process that reads every hostile mail is not ended by any of them, and none of them ends its thread', () => {
    expect(exitCode).toBe(0);
    expect(mails().filter(({ error }) => error !== undefined)).toEqual([]);
    expect(report.mails.map(({ file }) => file)).toEqual(MAILS.map((_, index) => fileOf(index)));
    expect(MAILS.length).toBeGreaterThan(35);
  });

  it('a process that reads every hostile mail ends each of them with a failure', () => {
    expect(mails().filter(({ failureCode }) => failureCode === undefined)).toEqual([]);
  });

  it('a process that reads every hostile mail takes no more memory than its limits sum up to', () => {
    expect(report.maxRssBytes).toBeLessThan(MOST_RSS_BYTES);
  });

  it('a process that reads every hostile mail passes no more between its threads than an email may lead to', () => {
    const large = mails().filter(({ readingBytes = Infinity }) => readingBytes > MOST_READING_BYTES);
    expect(large).toEqual([]);
  });

  it('a process that reads every hostile mail keeps no more of each for its account than the limits, and says what is wrong with it', () => {
    for (const mail of report.mails) {
      const shown = shownOf(mail);
      expect(shown.problems.length, mail.file).toBeGreaterThan(0);
      expect(Buffer.byteLength(shown.text ?? ''), mail.file).toBeLessThanOrEqual(LONGEST_BODY_BYTES);
      expect(shown.attachments.length, mail.file).toBeLessThanOrEqual(MAIL_ATTACHMENTS_MAX);
      expect(Buffer.byteLength(JSON.stringify(shown)), mail.file).toBeLessThan(MOST_SHOWN_BYTES);
      expect(ReceivedMail.safeParse(shown).error, mail.file).toBeUndefined();
    }
  });

  it('a process that reads every hostile mail makes the requests of an email of too many people up to the limit', () => {
    const made = mails().filter(({ what }) => what in TOO_MANY_PEOPLE);
    expect(made).toHaveLength(Object.keys(TOO_MANY_PEOPLE).length);
    for (const { requests } of made) {
      expect(requests).toBeGreaterThan(0);
      expect(requests).toBeLessThanOrEqual(MOST_REQUESTS);
    }
  });
});
