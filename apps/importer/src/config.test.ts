import { loadConfig } from '@estate/config';
import { describe, expect, it } from 'vitest';
import { ImporterConfig } from './config.ts';
import { manifest } from './manifest.ts';

const ENVIRONMENT = {
  MONGODB_URI: 'mongodb://127.0.0.1',
  NATS_URL: 'nats://127.0.0.1',
  CATALOG_INTERNAL_URL: 'http://127.0.0.1',
};

describe('the configuration of the importer', () => {
  it('the configuration of the importer has no keys of a vault, because it stores no secret that it could reveal', () => {
    expect(manifest.database.sealed).toBe(false);
    expect(loadConfig(ImporterConfig, ENVIRONMENT)).not.toHaveProperty('VAULT_KEYS');
  });
});
