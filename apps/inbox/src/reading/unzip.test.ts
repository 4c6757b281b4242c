import { expect, it } from 'vitest';
import { multipart, part, zipOf } from '../../test/mail-forms.ts';
import { LIMITS } from './limits.ts';
import { readMail } from './read-mail.ts';
import { unzip } from './unzip.ts';

const files = Object.fromEntries(
  Array.from({ length: 10 }, (_, n) => [`${String(n)}.txt`, Buffer.alloc(1000)]),
);

it('an archive is unpacked no further than its entries are wanted', async () => {
  const budget = { bytes: 100_000 };
  let wanted = 3;
  const names: (string | undefined)[] = [];
  for await (const entry of unzip(zipOf(files), budget, () => (wanted -= 1) >= 0)) names.push(entry.name);
  expect(names).toEqual(['0.txt', '1.txt', '2.txt']);
  expect(budget.bytes).toBe(97_000);
});

it('the entries of an archive count as parts of the email, also those that are not unpacked any more', async () => {
  // Its text and the archive are parts, too.
  const parts = Array.from({ length: LIMITS.parts - 6 }, () => 'Content-Type: image/png\r\n\r\nx');
  const zip = part(['Content-Type: application/zip'], zipOf(files));
  const { failure } = await readMail(multipart({ to: 'a@example.org' }, [...parts, zip]));
  expect(failure?.problems).toContainEqual(
    expect.objectContaining({ failureCode: 'too_large', count: expect.any(Number) }),
  );
  expect(failure?.problems.find(({ failureMessage }) => failureMessage.includes('parts'))?.count).toBe(6);
});
