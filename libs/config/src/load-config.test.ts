import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { egressEnv, natsEnv, serviceEnv } from './fragments.ts';
import { ConfigError, loadConfig } from './load-config.ts';
import { secret } from './values.ts';

const schema = z.object({ ...serviceEnv, ...natsEnv, ...egressEnv, TOKEN: secret(8) });
const good = { NATS_URL: 'nats://localhost:4222', TOKEN: 'abcdefghij' };

describe('loading the configuration', () => {
  it('loading the configuration reports every mistake at once', () => {
    const load = () => loadConfig(schema, { INTERNAL_PORT: '70000', TOKEN: '' });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/NATS_URL: is required[^]*TOKEN: is required/);
    expect(load).toThrow(/INTERNAL_PORT/);
  });

  it('loading the configuration never prints a secret', () => {
    const config = loadConfig(schema, good);
    expect(`${String(config.TOKEN)}${JSON.stringify(config)}${inspect(config)}`).not.toContain('abcdefghij');
    expect(config.TOKEN.reveal()).toBe('abcdefghij');
    expect(() => loadConfig(schema, { ...good, TOKEN: 'short' })).not.toThrow(/short/);
  });

  it('loading the configuration opens no private network by default', () => {
    expect(loadConfig(schema, good)).toMatchObject({ EGRESS_ALLOW_HTTP: false, EGRESS_ALLOWED_NETWORKS: [] });
    const open = { EGRESS_ALLOW_HTTP: 'true', EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8, ::1/128' };
    expect(loadConfig(schema, { ...good, ...open })).toMatchObject({
      EGRESS_ALLOW_HTTP: true,
      EGRESS_ALLOWED_NETWORKS: ['127.0.0.0/8', '::1/128'],
    });
  });
});
