import { MailReader } from '../src/reading/mail-reader.ts';
import { HOSTILE } from './hostile.ts';
import { LARGE, TOO_MANY_PEOPLE } from './heavy-mails.ts';

/** What became of one email. */
export interface MailReport {
  what: string;
  requests: number;
  failureCode: string | undefined;
  readingBytes: number;
  error?: string;
}

/** What a process that read hostile emails says at its end. */
export interface Report {
  mails: MailReport[];
  /** The most memory it ever had. */
  maxRssBytes: number;
}

const to = 'd1a2b3c4e5f6g7h8i9j0@requests.example.org';
const reader = new MailReader({ threads: 1, timeoutMs: 120_000, heapMb: 256 });
const mails: MailReport[] = [];
for (const [what, make] of Object.entries({ ...HOSTILE, ...TOO_MANY_PEOPLE, ...LARGE })) {
  const { inquiries, failure, ...rest } = await reader.read(make(to)).catch((error: unknown) => ({
    inquiries: [],
    failure: undefined,
    error: String(error),
  }));
  const readingBytes = Buffer.byteLength(JSON.stringify({ inquiries, failure, ...rest }));
  const error = 'error' in rest ? rest.error : undefined;
  mails.push({
    what,
    requests: inquiries.length,
    failureCode: failure?.failureCode,
    readingBytes,
    ...(error !== undefined && { error }),
  });
}
await reader.close();
const report: Report = { mails, maxRssBytes: process.resourceUsage().maxRSS * 1024 };
process.stdout.write(JSON.stringify(report));
