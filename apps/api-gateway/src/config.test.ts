import { describe, expect, it } from 'vitest';
import { GatewayConfig } from './config.ts';

const environment = {
  NATS_URL: 'nats://127.0.0.1:4222',
  MONGODB_URI: 'mongodb://127.0.0.1:27017',
  OPERATOR_TOKEN: 'operator-token-of-a-test',
  CATALOG_INTERNAL_URL: 'http://catalog:9090',
  DISTRIBUTION_INTERNAL_URL: 'http://distribution:9090',
  IMPORTER_INTERNAL_URL: 'http://importer:9090',
  VAULT_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
};
const pathsOf = (more: Record<string, string>) =>
  GatewayConfig.safeParse({ ...environment, ...more }).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('the lease of calls with an Idempotency-Key', () => {
  it('the lease of calls with an Idempotency-Key is ten seconds, so that a call whose gateway died is answered within fifteen', () => {
    expect(GatewayConfig.parse(environment).IDEMPOTENCY_LEASE_MS).toBe(10_000);
  });

  it('the lease of calls with an Idempotency-Key is refused when it is shorter than the writes that extend it take', () => {
    expect(pathsOf({ IDEMPOTENCY_LEASE_MS: '1000' })).toEqual([]);
    expect(pathsOf({ IDEMPOTENCY_LEASE_MS: '999' })).toEqual(['IDEMPOTENCY_LEASE_MS']);
  });
});
