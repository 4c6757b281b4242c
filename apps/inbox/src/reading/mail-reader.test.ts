import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { HOSTILE } from '../../test/hostile.ts';
import { FORMS, multipart, part } from '../../test/mail-forms.ts';
import { SAMPLES, sample } from '../../test/samples.ts';
import { MailReader, ReaderDied } from './mail-reader.ts';
import { readMail } from './read-mail.ts';

const to = 'd1a2b3c4e5f6g7h8i9j0@requests.example.org';
const reader = new MailReader({ threads: 1, timeoutMs: 30_000, heapMb: 256 });
afterAll(() => reader.close());

const good = () => multipart({ to }, [part(['Content-Type: text/xml'], sample('feedback-basic'))]);

describe('a hostile mail', () => {
  it.each(Object.entries(HOSTILE))(
    'a hostile mail ends as a failure and leaves the next one alone: %s',
    async (_what, make) => {
      const hostile = await reader.read(make(to));
      expect(hostile.inquiries).toEqual([]);
      expect(hostile.failure).toBeDefined();
      expect(hostile.failure?.failureMessage).toMatch(/^[A-Z].*\.$/s);
      expect(Buffer.byteLength(JSON.stringify(hostile))).toBeLessThan(200_000);
      const next = await reader.read(good());
      expect(next.inquiries).toHaveLength(1);
    },
  );

  it('a hostile mail that cannot be read in time ends its thread and not the reader', async () => {
    const hasty = new MailReader({ threads: 1, timeoutMs: 1, heapMb: 256 });
    await expect(hasty.read(good())).rejects.toBeInstanceOf(ReaderDied);
    await expect(hasty.read(good())).rejects.toBeInstanceOf(ReaderDied);
    await hasty.close();
  });

  it('a hostile mail whose thread does not end leaves its place to the next one, and does not hold up the end', async () => {
    const terminate = vi.spyOn(Worker.prototype, 'terminate').mockReturnValue(new Promise(() => undefined));
    const hasty = new MailReader({ threads: 1, timeoutMs: 1, heapMb: 256 });
    await expect(hasty.read(good())).rejects.toBeInstanceOf(ReaderDied);
    await expect(hasty.read(good())).rejects.toBeInstanceOf(ReaderDied);
    await hasty.close();
    const threads = terminate.mock.contexts as Worker[];
    terminate.mockRestore();
    expect(threads).toHaveLength(2);
    await Promise.all(threads.map((thread) => thread.terminate()));
  });
});

describe('a reader that was closed', () => {
  it('a reader that was closed refuses new emails and those that waited', async () => {
    const closed = new MailReader({ threads: 1, timeoutMs: 30_000, heapMb: 256 });
    const before = [closed.read(good()), closed.read(good())];
    const closing = closed.close();
    const ends = await Promise.allSettled([...before, closed.read(good())]);
    const refused = { status: 'rejected', reason: expect.objectContaining({ name: 'AbortError' }) };
    expect(ends).toEqual([refused, refused, refused]);
    await closing;
  });
});

/** Bytes cut out, doubled, replaced or put in: what transports and attackers do. */
const mutation = fc.record({
  kind: fc.constantFrom('cut', 'double', 'replace', 'insert', 'flip'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(400),
  bytes: fc.uint8Array({ maxLength: 40 }),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

function mutate(mail: Buffer, { kind, at, length, bytes }: Mutation): Buffer {
  const from = Math.floor(at * mail.length);
  const [before, middle, after] = [
    mail.subarray(0, from),
    mail.subarray(from, from + length),
    mail.subarray(from + length),
  ];
  if (kind === 'cut') return Buffer.concat([before, after]);
  if (kind === 'double') return Buffer.concat([before, middle, middle, after]);
  if (kind === 'replace') return Buffer.concat([before, bytes, after]);
  if (kind === 'insert') return Buffer.concat([before, bytes, middle, after]);
  return Buffer.concat([before, middle.map((byte) => byte ^ 0x20), after]);
}

describe('an email that was damaged on its way', () => {
  it('an email that was damaged on its way is read as requests, as a failure or as both, never as an error', async () => {
    const mails = fc.record({
      wrap: fc.constantFrom(...Object.values(FORMS)),
      document: fc.constantFrom(...SAMPLES),
      mutations: fc.array(mutation, { minLength: 1, maxLength: 6 }),
    });
    const holds = fc.asyncProperty(mails, async ({ wrap, document, mutations }) => {
      const reading = await readMail(mutations.reduce(mutate, wrap({ to }, document.xml)));
      expect(reading.failure !== undefined || reading.inquiries.length > 0).toBe(true);
      expect(Buffer.byteLength(reading.body)).toBeLessThanOrEqual(65_536);
    });
    await fc.assert(holds, { numRuns: 500, seed: 20_261_101 });
  });
});
