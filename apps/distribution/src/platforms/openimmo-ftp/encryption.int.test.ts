import type { CertificateSeen, FtpCredentials } from '@estate/contracts';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { EncryptionMemory, PublicationOutcome, PlatformTools } from '../platform.ts';
import { openimmoFtp } from './index.ts';
import { SELF_SIGNED, TRUSTING } from './test-support/certificates.fixture.ts';
import { AttachmentFiles, account, forget, profile, setPublication, tools } from './test-support/fixtures.ts';
import { startScriptedPortal, type ScriptedPortal } from './test-support/scripted-portal.ts';
import { SENT } from './test-support/sent.ts';

const files = new AttachmentFiles();
const never = new AbortController().signal;
let portal: ScriptedPortal;

afterEach(() => portal.close());
afterAll(() => files.remove());

/** The memory of a target, as its store would keep it. */
function memory(seen?: CertificateSeen): EncryptionMemory {
  const kept: EncryptionMemory = {
    seen,
    remember: (certificate) => {
      kept.seen = certificate;
      return Promise.resolve();
    },
  };
  return kept;
}

interface Wish {
  secure?: FtpCredentials['secure'];
  encryption?: EncryptionMemory;
  changes?: Partial<PlatformTools>;
}

const sender = ({ secure, encryption, changes = {} }: Wish) => ({
  platform: openimmoFtp(profile(), tools(files, changes)),
  account: {
    ...account({ port: portal.port, ...(secure !== undefined && { secure }) }),
    ...(encryption && { encryption }),
  },
});

async function publish(wish: Wish = {}): Promise<PublicationOutcome> {
  const { platform, account: to } = sender(wish);
  const opening = await platform.open(to, never);
  if (!opening.ok) return opening;
  const outcome = await opening.session.set(setPublication(), never, forget);
  await opening.session.close();
  return outcome;
}

const tlsStep = async (wish: Wish = {}) => {
  const { platform, account: to } = sender(wish);
  return (await platform.check(to, never)).steps.find(({ name }) => name === 'tls');
};
const passwordCame = () => portal.heard.filter((line) => line.endsWith(' PASS'));
const failureOf = (outcome: PublicationOutcome) => (outcome.ok ? undefined : outcome.failure);

describe('secure left out', () => {
  it('a target without secure is encrypted when its server offers TLS, and that is remembered', async () => {
    portal = await startScriptedPortal(SELF_SIGNED);
    const encryption = memory();
    expect(await publish({ encryption, changes: TRUSTING })).toEqual(SENT);
    expect(passwordCame()).toEqual(['encrypted PASS']);
    expect(portal.heard).toContain('encrypted STOR');
    expect(encryption.seen).toBe('valid');
  });

  it('a target without secure is published to in clear text where the server offers no TLS, and the check says so', async () => {
    portal = await startScriptedPortal();
    const encryption = memory();
    expect(await publish({ encryption })).toEqual(SENT);
    expect(encryption.seen).toBeUndefined();
    const step = await tlsStep({ encryption });
    expect(step).toMatchObject({ ok: true, warning: true });
    expect(step?.message).toContain('not encrypted, because the server offers no TLS');
  });

  it('a target without secure is encrypted with an untrusted certificate, too, and the check says so', async () => {
    portal = await startScriptedPortal(SELF_SIGNED);
    const encryption = memory();
    expect(await publish({ encryption })).toEqual(SENT);
    expect(passwordCame()).toEqual(['encrypted PASS']);
    expect(encryption.seen).toBe('unverified');
    const step = await tlsStep({ encryption });
    expect(step).toMatchObject({ ok: true, warning: true });
    expect(step?.message).toContain('could not be verified: DEPTH_ZERO_SELF_SIGNED_CERT');
  });

  it('the encryption of a server is remembered before the password is sent, also where the login fails', async () => {
    portal = await startScriptedPortal(SELF_SIGNED);
    portal.script.pranks['PASS'] = { reply: '530 Login incorrect.' };
    const heardBefore: string[][] = [];
    const encryption: EncryptionMemory = {
      seen: undefined,
      remember: () => Promise.resolve(void heardBefore.push([...portal.heard])),
    };
    expect(failureOf(await publish({ encryption }))?.code).toBe('credentials_rejected');
    expect(heardBefore).toEqual([['clear AUTH']]);
  });

  it('a target without secure sends no password when what was found cannot be remembered', async () => {
    portal = await startScriptedPortal(SELF_SIGNED);
    const remember = () => Promise.reject(new Error('The database is unavailable.'));
    await expect(publish({ encryption: { seen: undefined, remember } })).rejects.toThrow('database');
    expect(passwordCame()).toEqual([]);
  });

  it.each(['valid', 'unverified'] as const)(
    'secure left out never falls back to clear text after an encrypted connection (certificate %s)',
    async (seen) => {
      portal = await startScriptedPortal();
      const encryption = memory(seen);
      const found = failureOf(await publish({ encryption }));
      expect(found).toMatchObject({ code: 'platform_unavailable', repeat: true, scope: 'target' });
      expect(found?.message).toContain('Earlier connections were encrypted');
      expect(found?.message).toContain('set credentials.secure to false');
      expect(passwordCame()).toEqual([]);
      expect(await tlsStep({ encryption })).toMatchObject({ ok: false });
    },
  );

  it('a target without secure accepts no unverified certificate after a valid one', async () => {
    portal = await startScriptedPortal(SELF_SIGNED);
    const encryption = memory('valid');
    const found = failureOf(await publish({ encryption }));
    expect(found).toMatchObject({ code: 'platform_unavailable', repeat: true, scope: 'target' });
    expect(found?.message).toContain('An earlier connection had a valid certificate');
    expect(passwordCame()).toEqual([]);
    expect(encryption.seen).toBe('valid');
  });

  it('a target without secure requires a valid certificate from the first one on', async () => {
    portal = await startScriptedPortal(SELF_SIGNED);
    const encryption = memory('unverified');
    await publish({ encryption });
    expect(encryption.seen).toBe('unverified');
    await publish({ encryption, changes: TRUSTING });
    expect(encryption.seen).toBe('valid');
  });

  it.each([
    ['is cut at AUTH', 'drop' as const],
    ['answers AUTH with a reply that may pass', { reply: '431 Not now.' }],
    ['accepts AUTH and speaks no TLS', { reply: '234 Go ahead.\r\n220 Fooled.' }],
  ])('a target without secure sends no password over a connection that %s', async (_title, prank) => {
    portal = await startScriptedPortal();
    portal.script.pranks['AUTH'] = prank;
    const found = failureOf(await publish({ changes: { timeouts: { commandMs: 500 } } }));
    expect(found).toMatchObject({ repeat: true, scope: 'target' });
    expect(passwordCame()).toEqual([]);
  });
});

describe('secure false', () => {
  it('a target with secure false asks for no TLS, and the check warns', async () => {
    portal = await startScriptedPortal(SELF_SIGNED);
    const encryption = memory('valid');
    expect(await publish({ secure: false, encryption })).toEqual(SENT);
    expect(portal.heard).not.toContain('clear AUTH');
    const step = await tlsStep({ secure: false });
    expect(step).toMatchObject({ ok: true, warning: true });
    expect(step?.message).toContain('credentials.secure is false');
  });
});

describe('secure true', () => {
  it('a target with secure true is remembered, for when it is left out again', async () => {
    portal = await startScriptedPortal(SELF_SIGNED);
    const encryption = memory();
    expect(await publish({ secure: true, encryption, changes: TRUSTING })).toEqual(SENT);
    expect(encryption.seen).toBe('valid');
    expect(await tlsStep({ secure: true, changes: TRUSTING })).toEqual({
      name: 'tls',
      ok: true,
      message: 'The connection is encrypted and the certificate is valid.',
    });
  });
});

describe('a server that repeats the password', () => {
  const SECRET = 'tr0ub4dor&3';

  it.each(['GREETING', 'USER', 'PASS', 'CWD', 'STOR', 'RNTO'])(
    'a server that repeats the password in its reply to %s tells it nobody',
    async (phase) => {
      portal = await startScriptedPortal();
      const words = `550 No: ${SECRET}, ${encodeURIComponent(SECRET)}, ${SECRET.toUpperCase()}.`;
      portal.script.pranks[phase] = { reply: words };
      const platform = openimmoFtp(profile(), tools(files));
      const to = account({ port: portal.port, password: SECRET, path: '/in' });
      const opening = await platform.open(to, never);
      const outcome = opening.ok ? await opening.session.set(setPublication(), never, forget) : opening;
      if (opening.ok) await opening.session.close();
      const { message = '' } = failureOf(outcome) ?? {};
      expect(message).toContain('550 No: [redacted]');
      expect(message.toLowerCase()).not.toContain('tr0ub4');
      const { steps } = await platform.check(to, never);
      expect(JSON.stringify(steps).toLowerCase()).not.toContain('tr0ub4');
    },
  );
});
