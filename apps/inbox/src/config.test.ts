import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@estate/config';
import { describe, expect, it } from 'vitest';
import { InboxConfig, domainsOf } from './config.ts';

const base = { NATS_URL: 'nats://x', MONGODB_URI: 'mongodb://x', INBOX_DOMAIN: 'Requests.Example.org' };
const mailbox = { name: 'portal', host: 'imap.example.org', user: 'u', password: 'swordfish' };

describe('the configuration of the inbox', () => {
  it('the configuration of the inbox reads mailboxes from the environment or from a file, and never shows a password', () => {
    const directory = mkdtempSync(join(tmpdir(), 'estate-inbox-'));
    const file = join(directory, 'mailboxes.json');
    writeFileSync(file, JSON.stringify([mailbox]));
    for (const IMAP_MAILBOXES of [JSON.stringify([mailbox]), `file:${file}`]) {
      const config = loadConfig(InboxConfig, { ...base, IMAP_MAILBOXES });
      expect(config.IMAP_MAILBOXES).toMatchObject([
        { name: 'portal', port: 993, tls: 'implicit', folder: 'INBOX' },
      ]);
      expect(JSON.stringify(config)).not.toContain('swordfish');
      expect(config.IMAP_MAILBOXES[0]?.password.reveal()).toBe('swordfish');
    }
    rmSync(directory, { recursive: true });
  });

  it.each(['{', '{}', '[{}]', 'file:/does/not/exist', JSON.stringify([mailbox, mailbox])])(
    'the configuration of the inbox refuses mailboxes that are wrong: %s',
    (IMAP_MAILBOXES) => {
      expect(() => loadConfig(InboxConfig, { ...base, IMAP_MAILBOXES })).toThrow(/IMAP_MAILBOXES/);
    },
  );

  it('the configuration of the inbox knows its domains in lower case', () => {
    const config = loadConfig(InboxConfig, { ...base, INBOX_FORWARDED_DOMAINS: 'Mail.Customer.example' });
    expect([...domainsOf(config)]).toEqual(['requests.example.org', 'mail.customer.example']);
  });
});
