import { startService } from '@estate/runtime';
import { WrongVaultKey } from '@estate/vault';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GatewayConfig } from '../src/config.ts';
import { apiGateway } from '../src/service.ts';
import { OPERATOR_TOKEN, startGateways } from './start-gateways.ts';
import type { Gateways } from './start-gateways.ts';

let gateways: Gateways;

beforeAll(async () => {
  gateways = await startGateways(1);
});
afterAll(() => gateways.close());

describe('a replica whose vault key has the id of that of the others', () => {
  it('a replica with another vault key under the same id does not start, and listens on no port', async () => {
    const ports: number[] = [];
    const config = GatewayConfig.parse({
      LOG_LEVEL: 'silent',
      INTERNAL_PORT: '0',
      PORT: '0',
      NATS_URL: gateways.nats.urlOf('api-gateway'),
      MONGODB_URI: gateways.mongo.uri,
      MONGODB_DATABASE: gateways.database.db.databaseName,
      OPERATOR_TOKEN,
      CATALOG_INTERNAL_URL: 'http://127.0.0.1:9',
      DISTRIBUTION_INTERNAL_URL: 'http://127.0.0.1:9',
      IMPORTER_INTERNAL_URL: 'http://127.0.0.1:9',
      VAULT_KEYS: `k1:${Buffer.alloc(32, 8).toString('base64')}`,
    });
    const starting = startService(
      'api-gateway',
      config,
      apiGateway(config, (port) => ports.push(port)),
    );
    await expect(starting).rejects.toThrow(WrongVaultKey);
    expect(ports).toEqual([]);
  });
});
