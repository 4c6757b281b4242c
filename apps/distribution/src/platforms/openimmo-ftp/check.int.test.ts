import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { PlatformTools } from '../platform.ts';
import { openimmoFtp } from './index.ts';
import { EXPIRED, SELF_SIGNED, TRUSTING } from './test-support/certificates.fixture.ts';
import {
  AttachmentFiles,
  OPEN_EGRESS,
  account,
  forget,
  profile,
  setPublication,
  tools,
} from './test-support/fixtures.ts';
import { startPortal, type Portal } from './test-support/portal.ts';
import { SENT } from './test-support/sent.ts';

const files = new AttachmentFiles();
const never = new AbortController().signal;
let portal: Portal | undefined;

afterEach(async () => {
  await portal?.close();
  portal = undefined;
});
afterAll(() => files.remove());

async function check(
  credentials: Parameters<typeof account>[0],
  changes: Partial<PlatformTools> = {},
): Promise<string[]> {
  const platform = openimmoFtp(profile(), tools(files, changes));
  const { ok, steps } = await platform.check(account(credentials), never);
  return [String(ok), ...steps.map((step) => `${step.name} ${step.ok ? 'ok' : step.message}`)];
}

describe('a check of credentials', () => {
  it('a check of credentials walks through every step and leaves nothing behind', async () => {
    portal = await startPortal();
    const found = await check({ port: portal.port, path: '/' });
    expect(found).toEqual([
      'true',
      'resolve ok',
      'connect ok',
      'tls ok',
      'login ok',
      'directory ok',
      'write ok',
    ]);
    expect(await portal.files()).toEqual([]);
  });

  it('a check of credentials stops at the login that is refused', async () => {
    portal = await startPortal();
    const found = await check({ port: portal.port, password: 'wrong' });
    expect(found).toEqual([
      'false',
      'resolve ok',
      'connect ok',
      'tls ok',
      expect.stringContaining('login of agent'),
    ]);
  });

  it('a check of credentials finds a directory without write permission', async () => {
    portal = await startPortal();
    portal.faults.readOnly = true;
    const found = await check({ port: portal.port });
    expect(found.at(-1)).toContain('550 Permission denied');
  });

  it.each([
    ['all of them', {}, { ok: true, message: 'The report folder / can be listed. Result files: 1.' }],
    [
      'none that exists',
      { path: '/results' },
      {
        ok: true,
        warning: true,
        message: expect.stringMatching(/\/results cannot be listed: 550.*no results/) as unknown,
      },
    ],
  ])(
    'a check of credentials lists the report folder of a target that reads %s',
    async (_name, wish, step) => {
      portal = await startPortal();
      await writeFile(join(portal.directory, 'result.csv'), 'Nr;Status');
      const reading = { ...profile(), reportFolder: { path: '/', ...wish } };
      const platform = openimmoFtp(reading, tools(files));
      const { ok, steps } = await platform.check(account({ port: portal.port, path: '/' }), never);
      expect([ok, steps.at(-1)]).toEqual([true, { name: 'reportFolder', ...step }]);
    },
  );

  it('a check of credentials finds a forbidden address without calling it', async () => {
    const egress = { ...OPEN_EGRESS, allowedNetworks: [] };
    const found = await check({ port: 1 }, { egress });
    expect(found).toEqual(['false', expect.stringContaining('is not allowed')]);
  });

  it('a check of credentials finds a host that accepts connections and never answers', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    const found = await check({ port }, { timeouts: { connectMs: 300, commandMs: 300 } });
    silent.close();
    expect(found.at(-1)).toContain('could not be reached');
  });

  it('a check of credentials finds line breaks in a password before they become commands', async () => {
    const found = await check({ password: 'a\r\nDELE x' });
    expect(found).toEqual(['false', expect.stringContaining('must not contain line breaks')]);
  });
});

describe('encrypted connections', () => {
  it('encrypted connections are checked against the name of the host and carry packages', async () => {
    portal = await startPortal({ tls: SELF_SIGNED });
    const found = await check({ port: portal.port, secure: true }, TRUSTING);
    expect(found).toEqual(['true', 'resolve ok', 'connect ok', 'tls ok', 'login ok', 'write ok']);
    const platform = openimmoFtp(profile({ tls: 'required' }), tools(files, TRUSTING));
    const opening = await platform.open(account({ port: portal.port }), never);
    if (!opening.ok) throw new Error(opening.failure.message);
    expect(await opening.session.set(setPublication(), never, forget)).toEqual(SENT);
    await opening.session.close();
  });

  it('encrypted connections are refused for another name', async () => {
    portal = await startPortal({ tls: SELF_SIGNED });
    const found = await check({ port: portal.port, secure: true, host: 'other.example' }, TRUSTING);
    expect(found.at(-1)).toContain('The TLS handshake with');
    expect(portal.logins()).toBe(0);
  });

  it('encrypted connections are refused for an untrusted certificate', async () => {
    portal = await startPortal({ tls: SELF_SIGNED });
    const found = await check({ port: portal.port, secure: true });
    expect(found.at(-1)).toContain('The TLS handshake with');
    expect(portal.logins()).toBe(0);
  });

  it('encrypted connections are refused for an expired certificate', async () => {
    portal = await startPortal({ tls: EXPIRED });
    const found = await check({ port: portal.port, secure: true }, TRUSTING);
    expect(found.at(-1)).toContain('certificate has expired');
    expect(portal.logins()).toBe(0);
  });

  it('encrypted connections are never downgraded silently', async () => {
    portal = await startPortal();
    const found = await check({ port: portal.port, secure: true });
    expect(found.at(-1)).toContain('set credentials.secure to false');
    expect(portal.logins()).toBe(0);
  });
});
