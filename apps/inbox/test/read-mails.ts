import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentOf } from '../src/domain/mail-content.ts';
import type { MailContent } from '../src/domain/mail-content.ts';
import { MailReader } from '../src/reading/mail-reader.ts';

/** What became of one email. */
export interface MailReport {
  /** The name of its file. */
  file: string;
  requests: number;
  failureCode: string | undefined;
  readingBytes: number;
  /** What is stored of it for its account. */
  stored?: { sender: string; subject: string; content: MailContent };
  error?: string;
}

/** What a process that read hostile emails says at its end. */
export interface Report {
  mails: MailReport[];
  /** The most memory it ever had. */
  maxRssBytes: number;
}

/** Reads every email of a folder, one after the other. They are made elsewhere, because making some takes 200 MB. */
const [, , folder = '.'] = process.argv;
const reader = new MailReader({ threads: 1, timeoutMs: 120_000, heapMb: 256 });
const mails: MailReport[] = [];
async function reportOn(file: string): Promise<MailReport> {
  try {
    const reading = await reader.read(readFileSync(join(folder, file)));
    const { sender, subject, inquiries, failure } = reading;
    return {
      file,
      requests: inquiries.length,
      failureCode: failure?.failureCode,
      readingBytes: Buffer.byteLength(JSON.stringify(reading)),
      stored: { sender, subject, content: contentOf(reading) },
    };
  } catch (error) {
    return { file, requests: 0, failureCode: undefined, readingBytes: 0, error: String(error) };
  }
}

for (const file of readdirSync(folder)) mails.push(await reportOn(file));
await reader.close();
// What the system calls the maximum of a process includes that of the process that started it.
const peakKb = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
const report: Report = { mails, maxRssBytes: peakKb * 1024 };
process.stdout.write(JSON.stringify(report));
