import { MAIL_ATTACHMENTS_MAX } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import { multipart, part } from '../../test/mail-forms.ts';
import { readMail } from './read-mail.ts';

const about = { to: 'a@example.org' };
const attached = (name: string, bytes: Buffer, type = 'application/pdf') =>
  part([`Content-Type: ${type}`, `Content-Disposition: attachment; filename="${name}"`], bytes);

describe('the attachments of an email', () => {
  it('the attachments of an email are named with their declared type and their decoded size, without the text of the email', async () => {
    const { attachments, attachmentCount } = await readMail(
      multipart(about, [
        part(['Content-Type: text/plain'], Buffer.from('Hallo')),
        attached('plan.pdf', Buffer.alloc(5000, 1)),
        attached('anfrage.xml', Buffer.from('<a/>'), 'text/xml'),
      ]),
    );
    expect(attachments).toEqual([
      { name: 'plan.pdf', mediaType: 'application/pdf', sizeBytes: 5000 },
      { name: 'anfrage.xml', mediaType: 'text/xml', sizeBytes: 4 },
    ]);
    expect(attachmentCount).toBe(2);
  });

  it('the attachments of an email are counted beyond those that are named', async () => {
    const parts = Array.from({ length: MAIL_ATTACHMENTS_MAX + 5 }, (_, n) =>
      attached(`${n}.pdf`, Buffer.from('x')),
    );
    const { attachments, attachmentCount } = await readMail(multipart(about, parts));
    expect(attachments).toHaveLength(MAIL_ATTACHMENTS_MAX);
    expect(attachmentCount).toBe(MAIL_ATTACHMENTS_MAX + 5);
  });

  it('the attachments of an email have names of bounded length on one line', async () => {
    const { attachments } = await readMail(
      multipart(about, [attached(`${'x'.repeat(10_000)}.pdf`, Buffer.from('x'))]),
    );
    expect(attachments[0]?.name.length).toBeLessThanOrEqual(300);
  });
});
