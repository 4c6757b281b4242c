import { loadConfig } from '@estate/config';
import { describe, expect, it } from 'vitest';
import { NotifierConfig, leaseMs } from './config.ts';

const needed = { NATS_URL: 'nats://localhost:4222', MONGODB_URI: 'mongodb://localhost', VAULT_KEYS: 'k:abc' };

describe('the configuration', () => {
  it('the configuration refuses a lease that ends before the attempt does', () => {
    const load = () =>
      loadConfig(NotifierConfig, { ...needed, WEBHOOK_TIMEOUT_MS: '9000', WEBHOOK_LEASE_MS: '9000' });
    expect(load).toThrow(/WEBHOOK_LEASE_MS: must be longer than WEBHOOK_TIMEOUT_MS/);
  });

  it('the configuration takes a mail server only with the sender of its emails', () => {
    const load = (more: Record<string, string>) => loadConfig(NotifierConfig, { ...needed, ...more });
    const SMTP_URL = 'smtps://user:secret@mail.example.org';
    expect(() => load({ SMTP_URL })).toThrow(/SMTP_FROM: is required but not set/);
    expect(() => load({ SMTP_URL: 'http://mail.example.org' })).toThrow(/SMTP_URL: must be a URL/);
    const config = load({ SMTP_URL, SMTP_FROM: 'service@example.org' });
    expect(config.SMTP_URL?.reveal()).toBe(SMTP_URL);
  });

  it('the configuration makes the lease longer than the timeout when only the timeout is given', () => {
    expect(leaseMs(loadConfig(NotifierConfig, { ...needed, WEBHOOK_TIMEOUT_MS: '60000' }))).toBe(120_000);
  });
});
