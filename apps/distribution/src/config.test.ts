import { loadConfig } from '@estate/config';
import { describe, expect, it } from 'vitest';
import { DistributionConfig } from './config.ts';

const least = {
  NATS_URL: 'nats://nats:4222',
  MONGODB_URI: 'mongodb://mongo',
  VAULT_KEYS: 'k1:x',
  CATALOG_INTERNAL_URL: 'http://catalog:9090',
  INBOX_DOMAIN: 'inbox.example.org',
  PUBLIC_URL: 'https://api.example.org',
};

describe('the environment', () => {
  it('failed publications are retried after 10 s, 1 min, 5 min, 30 min and 2 h by default', () => {
    expect(loadConfig(DistributionConfig, least).PUBLISH_RETRY_DELAYS_MS).toEqual([
      10_000, 60_000, 300_000, 1_800_000, 7_200_000,
    ]);
    expect(
      loadConfig(DistributionConfig, { ...least, PUBLISH_RETRY_DELAYS_MS: '5,10' }).PUBLISH_RETRY_DELAYS_MS,
    ).toEqual([5, 10]);
  });

  it('retry delays that are no numbers are refused', () => {
    expect(() => loadConfig(DistributionConfig, { ...least, PUBLISH_RETRY_DELAYS_MS: '5,soon' })).toThrow(
      'PUBLISH_RETRY_DELAYS_MS',
    );
  });
});
