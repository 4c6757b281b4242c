import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import type { Server } from 'node:tls';
import { freshDatabase, hasNatsServer, selfSigned, startMongo, startNats } from '@estate/testing';
import type { MongoServer, NatsServer } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressesIn, newSecrets } from '../src/secrets.ts';

describe.skipIf(!hasNatsServer())('a service with a database and a broker of the operator', () => {
  const directory = mkdtempSync(join(tmpdir(), 'estate-own-stores-'));
  const { cert, key } = selfSigned('localhost');
  const file = (name: string, text: string) => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  const authorities = file('ca.crt', cert);
  let nats: NatsServer;
  let mongo: MongoServer;
  let encrypting: Server;
  let env: Record<string, string | undefined>;
  beforeAll(async () => {
    mongo = await startMongo();
    const { hostname, port } = new URL(mongo.uri);
    encrypting = createServer({ cert, key }, (socket) => {
      const inner = connect(Number(port), hostname);
      socket.pipe(inner).pipe(socket);
      for (const one of [socket, inner]) one.on('error', () => [socket, inner].map((both) => both.destroy()));
    });
    await once(encrypting.listen(0, '127.0.0.1'), 'listening');
    const tlsPort = (encrypting.address() as AddressInfo).port;
    nats = await startNats({ config: file('nats.conf', brokerConfig()), env: { NOTIFIER: 'letters' } });
    const made = newSecrets(
      addressesIn({
        replicas: { brokers: 1, databases: 1 },
        broker: { external: { address: `tls://localhost:${String(nats.port)}` } },
        database: {
          external: {
            address: `mongodb://localhost:${String(tlsPort)}/?directConnection=true&tls=true&tlsCAFile=${authorities}`,
          },
        },
      }),
      { 'nats-secrets': { NATS_NOTIFIER_PASSWORD: 'letters' } },
    )['notifier-secrets']!;
    // The development database has no users.
    const withoutUser = made['MONGODB_URI']!.replace(/\/\/[^@]+@/, '//');
    env = { ...made, MONGODB_URI: withoutUser, MONGODB_DATABASE: freshDatabase() };
  });
  afterAll(async () => {
    encrypting.close();
    await Promise.all([nats.stop(), mongo.stop()]);
    rmSync(directory, { recursive: true });
  });

  const brokerConfig = () =>
    [
      `tls: { cert_file: "${authorities}", key_file: "${file('tls.key', key)}" }`,
      'authorization: { users: [{ user: notifier, password: $NOTIFIER }] }',
    ].join('\n');

  /** The log of a notifier until it has started or waits for the broker. */
  async function startedWith(extra: Record<string, string>): Promise<string> {
    const child = spawn(process.execPath, ['apps/notifier/src/main.ts'], {
      env: { PATH: process.env['PATH'], INTERNAL_PORT: '0', ...env, ...extra },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const gone = once(child, 'exit');
    let output = '';
    for await (const chunk of child.stdout) {
      output += String(chunk);
      if (/"service\.started"|broker\.waiting/.test(output)) child.kill('SIGKILL');
    }
    await gone;
    return output;
  }

  it('a service starts with an encrypted database and an encrypted broker whose authority it trusts', async () => {
    const output = await startedWith({ NODE_EXTRA_CA_CERTS: authorities });
    expect(output).toContain('"service.started"');
    expect(output).not.toContain('broker.waiting');
  });

  it('a service does not use a broker whose authority it does not trust', async () => {
    const output = await startedWith({});
    expect(output).toMatch(/broker\.waiting/);
    expect(output).toMatch(/self.signed|certificate/i);
  });
});
