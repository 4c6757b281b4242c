import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasNatsServer, selfSigned, startNats } from '@estate/testing';
import type { NatsServer } from '@estate/testing';
import { connect } from 'nats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { optionsOf } from './connection.ts';

describe.skipIf(!hasNatsServer())('an address with tls://', () => {
  let directory: string;
  let plain: NatsServer;
  let encrypted: NatsServer;
  let cert: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'estate-tls-'));
    const certificate = selfSigned('localhost');
    ({ cert } = certificate);
    const file = (name: string, text: string) => {
      writeFileSync(join(directory, name), text);
      return join(directory, name);
    };
    const tls = `cert_file: "${file('tls.crt', cert)}", key_file: "${file('tls.key', certificate.key)}"`;
    encrypted = await startNats({ config: file('nats.conf', `tls: { ${tls} }\n`) });
    plain = await startNats();
  });
  afterAll(async () => {
    await encrypted.stop();
    await plain.stop();
    rmSync(directory, { recursive: true });
  });

  const addressOf = ({ port }: NatsServer) => `tls://localhost:${String(port)}`;

  it('an address with tls:// reaches a broker whose certificate is trusted, and no other', async () => {
    const options = optionsOf(addressOf(encrypted), 'catalog');
    await expect(connect(options)).rejects.toThrow(/self.signed|certificate/i);
    const connection = await connect({ ...options, tls: { ...options.tls, ca: cert } });
    expect(connection.info?.tls_required).toBe(true);
    await connection.close();
  });

  it('an address with tls:// gives no password to a broker that does not encrypt', async () => {
    await expect(connect(optionsOf(addressOf(plain), 'catalog'))).rejects.toMatchObject({
      code: 'SERVER_OPT_NA',
    });
  });
});
