import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { mongoEnv, natsEnv, vaultEnv } from './fragments.ts';
import { ConfigError, loadConfig } from './load-config.ts';
import { secret } from './values.ts';

const schema = z.object({ ...natsEnv, ...mongoEnv, ...vaultEnv, OPERATOR_TOKEN: secret(16) });
const key = (bytes: Buffer) => `k1:${bytes.toString('base64')}`;
const good = () => ({
  NODE_ENV: 'production',
  NATS_URL: `nats://catalog:${randomBytes(12).toString('hex')}@nats:4222`,
  MONGODB_URI: `mongodb://catalog:${randomBytes(12).toString('hex')}@db-0:27017,db-1:27017/catalog?replicaSet=estate`,
  VAULT_KEYS: key(randomBytes(32)),
  OPERATOR_TOKEN: randomBytes(18).toString('base64url'),
});

const guessable: Record<string, Record<string, string>> = {
  'a token from an example': { OPERATOR_TOKEN: 'change-me-please-now' },
  'a token of one character': { OPERATOR_TOKEN: 'x'.repeat(40) },
  'a token of words for secrets': { OPERATOR_TOKEN: 'my-secret-operator-token' },
  'a key of zeros': { VAULT_KEYS: key(Buffer.alloc(32)) },
  'a key that counts': { VAULT_KEYS: key(Buffer.from(Array.from({ length: 32 }, (_, index) => index))) },
  'a key of words': { VAULT_KEYS: key(Buffer.from('correct horse battery staple 123')) },
  'a former key of zeros': {
    VAULT_KEYS: `${key(randomBytes(32))},k0:${Buffer.alloc(32).toString('base64')}`,
  },
  'a token of digits in order': { OPERATOR_TOKEN: '12345678901234567890' },
  'a token of digits in order after a name': { OPERATOR_TOKEN: 'operator-token-12345678' },
  'a broker without a user': { NATS_URL: 'nats://nats:4222' },
  'a broker with a known password': { NATS_URL: 'nats://catalog:changeme@nats:4222' },
  'a database without a user': { MONGODB_URI: 'mongodb://mongodb:27017' },
  'a database with a known password': { MONGODB_URI: 'mongodb+srv://root:root@db.example.net' },
};

describe('a start outside development', () => {
  it('a start outside development goes on with secrets of its own', () => {
    for (let tries = 0; tries < 200; tries += 1) expect(() => loadConfig(schema, good())).not.toThrow();
    const local = {
      NATS_URL: 'nats://127.0.0.1:4222',
      MONGODB_URI: 'mongodb://localhost:27017/?directConnection=true',
    };
    expect(() => loadConfig(schema, { ...good(), ...local })).not.toThrow();
  });

  it.each(['9f12345ab0c4d7e1829a6b3f', 'k8ToDoV2mQz7Rf4LwX9sHb1c'])(
    'a start outside development goes on with the random password %s, which contains digits in order or a short word',
    (password) => {
      const own = {
        MONGODB_URI: `mongodb://catalog:${password}@db-0:27017/catalog`,
        OPERATOR_TOKEN: password,
      };
      expect(() => loadConfig(schema, { ...good(), ...own })).not.toThrow();
    },
  );

  for (const [what, environment] of Object.entries(guessable)) {
    it(`a start outside development is refused with ${what}, naming the variable and not the value`, () => {
      const [name, value] = Object.entries(environment)[0] ?? ['', ''];
      const load = () => loadConfig(schema, { ...good(), ...environment });
      expect(load).toThrow(ConfigError);
      expect(load).toThrow(name);
      expect(load).not.toThrow(value);
    });

    it(`a start outside development is refused with ${what}, too, where nobody says what it is`, () => {
      expect(() => loadConfig(schema, { ...good(), ...environment, NODE_ENV: 'staging' })).toThrow(
        ConfigError,
      );
    });

    it(`a start outside development takes ${what} in development`, () => {
      expect(() => loadConfig(schema, { ...good(), ...environment, NODE_ENV: 'development' })).not.toThrow();
    });
  }

  it('a start outside development is refused without secrets, telling how to make them', () => {
    const { NODE_ENV, NATS_URL, MONGODB_URI } = good();
    const load = () => loadConfig(schema, { NODE_ENV, NATS_URL, MONGODB_URI });
    expect(load).toThrow(
      /VAULT_KEYS: is required but not set; generate one: node -p[^]*OPERATOR_TOKEN: is required/,
    );
  });
});
