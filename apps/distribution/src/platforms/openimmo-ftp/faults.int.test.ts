import { eventually } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Opening,
  PublicationOutcome,
  PlatformSession,
  PlatformTimeouts,
  PlatformTools,
  PublicationFailure,
  SetPublication,
} from '../platform.ts';
import { openimmoFtp } from './index.ts';
import { EXPIRED, SELF_SIGNED, TRUSTING } from './test-support/certificates.fixture.ts';
import {
  AttachmentFiles,
  account,
  forget,
  profile,
  setPublication,
  snapshot,
  tools,
} from './test-support/fixtures.ts';
import { openImpatiently } from './test-support/open-impatiently.ts';
import { readZip } from './test-support/read-zip.ts';
import type { Prank } from './test-support/portal-script.ts';
import { startScriptedPortal, type ScriptedPortal } from './test-support/scripted-portal.ts';
import { SENT } from './test-support/sent.ts';

const files = new AttachmentFiles();
const never = new AbortController().signal;
const FINAL = 'A-10-01_d1a2b3c4e5f6g7h8i9j0_00000001.zip';
const PHOTO_BYTES = 300_000;
let publication: SetPublication;
const running: ScriptedPortal[] = [];

beforeAll(async () => {
  const photo = await files.add(Buffer.alloc(PHOTO_BYTES, 7));
  publication = setPublication({ snapshot: snapshot({ attachments: [photo] }) });
});
afterAll(async () => {
  await Promise.all(running.map((portal) => portal.close()));
  await files.remove();
});

interface Sending {
  credentials?: Parameters<typeof account>[0];
  changes?: Partial<PlatformTools>;
}

async function started(tls?: Parameters<typeof startScriptedPortal>[0]): Promise<ScriptedPortal> {
  const portal = await startScriptedPortal(tls);
  running.push(portal);
  return portal;
}

const open = (portal: ScriptedPortal, { credentials = {}, changes = {} }: Sending = {}): Promise<Opening> =>
  openimmoFtp(profile(), tools(files, changes)).open(account({ port: portal.port, ...credentials }), never);

async function opened(portal: ScriptedPortal, sending?: Sending): Promise<PlatformSession> {
  const opening = await open(portal, sending);
  if (!opening.ok) throw new Error(opening.failure.message);
  return opening.session;
}

/** One publication over a conversation of its own, as a lane would do it. */
const publish = async (portal: ScriptedPortal, sending?: Sending): Promise<PublicationOutcome> =>
  publishOver(await open(portal, sending), publication);

/** The same with short time limits once it is logged in. */
const publishImpatiently = async (
  portal: ScriptedPortal,
  wanted = publication,
): Promise<PublicationOutcome> => {
  const sender = { account: account({ port: portal.port }), profile: profile(), tools: tools(files) };
  return publishOver(await openImpatiently(sender), wanted);
};

async function publishOver(opening: Opening, wanted: SetPublication): Promise<PublicationOutcome> {
  if (!opening.ok) return opening;
  const outcome = await opening.session.set(wanted, never, forget);
  await opening.session.close();
  return outcome;
}

async function expectFailure(
  portal: ScriptedPortal,
  outcome: PublicationOutcome,
  expected: Partial<PublicationFailure>,
): Promise<void> {
  expect(outcome).toMatchObject({ ok: false, failure: expected });
  await expectNothingHalf(portal);
}

async function expectNothingHalf(portal: ScriptedPortal): Promise<void> {
  for (const [name, bytes] of portal.files) {
    if (name.endsWith('.zip')) expect((await readZip(bytes)).size).toBe(2);
  }
}

/** The next attempt ends with exactly one whole package, nothing stale, and there was never a second session. */
async function expectRecovery(portal: ScriptedPortal, sending?: Sending): Promise<void> {
  portal.script.pranks = {};
  delete portal.script.upload;
  await eventually(() => expect(portal.openSessions()).toBe(0));
  expect(await publish(portal, sending)).toEqual(SENT);
  expect([...portal.files.keys()]).toEqual([FINAL]);
  await expectNothingHalf(portal);
  expect(portal.mostSessions()).toBe(1);
}

const UNREACHABLE = { code: 'host_unreachable', repeat: true, scope: 'target' } as const;
const LOST = { code: 'connection_lost', repeat: true, scope: 'target' } as const;
const BUSY = { code: 'platform_unavailable', repeat: true, scope: 'target' } as const;

const IN = { credentials: { path: '/in' } };
const soon = (limit: keyof PlatformTimeouts) => ({ ...IN, changes: { timeouts: { [limit]: 300 } } });

/** Until the directory is entered; only the limit of the phase that hangs is short. */
const HANGS_BEFORE: [phase: string, limit: keyof PlatformTimeouts][] = [
  ['GREETING', 'connectMs'],
  ['USER', 'commandMs'],
  ['PASS', 'commandMs'],
  ['CWD', 'commandMs'],
];
const HANGS_AFTER = ['EPSV', 'NLST', 'LISTED', 'STOR', 'END', 'SIZE', 'RNFR', 'RNTO'];

describe.concurrent('a server that falls silent', () => {
  it.each(HANGS_BEFORE)('a server that falls silent at %s ends the publication', async (phase, limit) => {
    const portal = await started();
    portal.script.pranks[phase] = 'hang';
    await expectFailure(portal, await publish(portal, soon(limit)), UNREACHABLE);
    await expectRecovery(portal);
  });

  it.each(HANGS_AFTER)('a server that falls silent after %s ends the publication', async (phase) => {
    const portal = await started();
    portal.script.pranks[phase] = 'hang';
    await expectFailure(portal, await publishImpatiently(portal), LOST);
    await expectRecovery(portal);
  });

  it('a server that falls silent at PASV ends the publication', async () => {
    const portal = await started();
    portal.script.pranks = { EPSV: { reply: '502 Unknown.' }, PASV: 'hang' };
    await expectFailure(portal, await publishImpatiently(portal), LOST);
    await expectRecovery(portal);
  });

  it('a server that falls silent amid the data ends the publication', async () => {
    const portal = await started();
    const photo = await files.add(Buffer.alloc(12_000_000, 3));
    portal.script.upload = { afterBytes: 1000, then: 'hang' };
    const large = setPublication({ snapshot: snapshot({ attachments: [photo] }) });
    await expectFailure(portal, await publishImpatiently(portal, large), LOST);
    await expectRecovery(portal);
  });
});

describe.concurrent('a connection that is cut', () => {
  it.each([0, 1, 50, 99, 100])(
    'a connection that is cut at %i % of the upload leaves nothing half',
    async (percent) => {
      const portal = await started();
      portal.script.upload = { afterBytes: Math.floor((PHOTO_BYTES * percent) / 100), then: 'drop' };
      await expectFailure(portal, await publish(portal), LOST);
      expect([...portal.files.keys()]).not.toContain(FINAL);
      await expectRecovery(portal);
    },
  );

  it.each([...HANGS_BEFORE.map(([phase]) => phase), ...HANGS_AFTER])(
    'a publication whose connection is lost at %s is retried',
    async (phase) => {
      const portal = await started();
      portal.script.pranks[phase] = 'drop';
      await expectFailure(portal, await publish(portal, IN), { repeat: true, scope: 'target' });
      await expectRecovery(portal);
    },
  );
});

const listing = (code: PublicationFailure['code'], repeat: boolean) =>
  ({ code, repeat, scope: 'listing' }) as const;
const target = (code: PublicationFailure['code'], repeat: boolean) =>
  ({ code, repeat, scope: 'target' }) as const;

const REPLIES: [phase: string, reply: string, expected: Partial<PublicationFailure>][] = [
  ['GREETING', '421 Too many connections.', BUSY],
  ['USER', '421 Too many connections.', BUSY],
  ['PASS', '421 Too many connections.', BUSY],
  ['PASS', '530 Login incorrect.', target('credentials_rejected', false)],
  ['PASS', '530 Sorry, the maximum number of clients (5) is connected.', BUSY],
  ['PASS', '430 Wrong.', target('credentials_rejected', false)],
  ['CWD', '550 No such directory.', target('path_not_found', false)],
  ['NLST', '421 Going down.', BUSY],
  ['STOR', '421 Going down.', BUSY],
  ['STOR', '450 File busy.', listing('platform_unavailable', true)],
  ['STOR', '452 No space.', listing('disk_full', true)],
  ['STOR', '552 Over quota.', listing('disk_full', true)],
  ['STOR', '530 Not logged in.', target('credentials_rejected', true)],
  ['STOR', '532 Need account.', target('credentials_rejected', true)],
  ['STOR', '550 Permission denied.', listing('permission_denied', false)],
  ['STOR', '553 Name not allowed.', listing('permission_denied', false)],
  ['SIZE', '550 No such file.', listing('connection_lost', true)],
  ['RNFR', '450 File busy.', listing('platform_unavailable', true)],
  ['RNFR', '550 No such file.', listing('connection_lost', true)],
  ['RNFR', '550 Permission denied.', listing('permission_denied', false)],
  ['RNFR', '553 Name not allowed.', listing('permission_denied', false)],
  ['RNTO', '421 Going down.', BUSY],
  ['RNTO', '450 File busy.', listing('platform_unavailable', true)],
  ['RNTO', '452 No space.', listing('disk_full', true)],
  ['RNTO', '530 Not logged in.', target('credentials_rejected', true)],
  ['RNTO', '550 Permission denied.', listing('permission_denied', false)],
  ['RNTO', '553 Name not allowed.', listing('permission_denied', false)],
];

describe.concurrent('a refusal', () => {
  it.each(REPLIES)('a refusal of %s with %s has its meaning', async (phase, reply, expected) => {
    const portal = await started();
    portal.script.pranks[phase] = { reply };
    await expectFailure(portal, await publish(portal, IN), expected);
    expect([...portal.files.keys()]).not.toContain(FINAL);
    await expectRecovery(portal);
  });

  it.each([
    ['452 Disk full.', listing('disk_full', true)],
    ['552 Over quota.', listing('disk_full', true)],
    ['426 Broken.', listing('connection_lost', true)],
  ])('a refusal amid the data with %s has its meaning, and the session goes on', async (reply, expected) => {
    const portal = await started();
    portal.script.upload = { afterBytes: 1000, then: { reply } };
    const session = await opened(portal);
    await expectFailure(portal, await session.set(publication, never, forget), expected);
    expect([...portal.files.keys()]).toEqual([]);
    delete portal.script.upload;
    expect(await session.set(publication, never, forget)).toEqual(SENT);
    await session.close();
    await expectRecovery(portal);
  });

  it.each(['NLST', 'SIZE', 'EPSV'])('a refusal of %s alone does not stop a publication', async (phase) => {
    const portal = await started();
    portal.script.pranks[phase] = { reply: '502 Not implemented.' } satisfies Prank;
    if (phase === 'SIZE') portal.script.pranks['FEAT'] = { reply: '502 Not implemented.' };
    expect(await publish(portal)).toEqual(SENT);
    await expectRecovery(portal);
  });
});

describe.concurrent('a worker that was cut off', () => {
  const CUT = listing('connection_lost', true);

  it.each(['SIZE', 'RNFR', 'RNTO'])(
    'and goes on at %s leaves the package that its successor published',
    async (phase) => {
      const portal = await started();
      let successor: PublicationOutcome | undefined;
      const meanwhile = async () => {
        successor = await publish(portal);
      };
      portal.script.pranks[phase] = { meanwhile };
      const outcome = await publish(portal);
      expect(successor).toEqual(SENT);
      expect([...portal.files.keys()]).toEqual([FINAL]);
      await expectFailure(portal, outcome, CUT);
    },
  );

  it('a worker that lost the account gives no file its final name', async () => {
    const portal = await started();
    let isHeld = true;
    const meanwhile = () => Promise.resolve((isHeld = false));
    portal.script.pranks['SIZE'] = { meanwhile };
    const platform = openimmoFtp(profile(), tools(files));
    const opening = await platform.open(account({ port: portal.port }), never, () => isHeld);
    if (!opening.ok) throw new Error(opening.failure.message);
    const outcome = await opening.session.set(publication, never, forget);
    await opening.session.close();
    await expectFailure(portal, outcome, { code: 'connection_lost', repeat: true });
    expect([...portal.files.keys()]).toEqual([]);
  });
});

describe.concurrent('a server that is not who it says', () => {
  const WRONG = { code: 'platform_unavailable', repeat: true, scope: 'target' } as const;

  it.each([
    ['self-signed', SELF_SIGNED, {}, {}],
    ['expired', EXPIRED, TRUSTING, {}],
    ['made for another host', SELF_SIGNED, TRUSTING, { host: 'other.portal.example' }],
  ])(
    'a server with a certificate that is %s gets no password',
    async (_title, certificate, changes, host) => {
      const portal = await started(certificate);
      portal.script.pranks['USER'] = { reply: '530 The password came too early.' };
      await expectFailure(
        portal,
        await publish(portal, { credentials: { secure: true, ...host }, changes }),
        WRONG,
      );
      expect([...portal.files.keys()]).toEqual([]);
    },
  );

  it('a server with its own certificate is trusted, for data connections, too', async () => {
    const portal = await started(SELF_SIGNED);
    const sending = { credentials: { secure: true }, changes: TRUSTING };
    expect(await publish(portal, sending)).toEqual(SENT);
    await expectRecovery(portal, sending);
  });

  it('a server cannot lead data to another host', async () => {
    const portal = await started();
    portal.script.pranks['EPSV'] = { reply: '502 Unknown.' };
    portal.script.passiveAddress = '10,9,9,9';
    expect(await publish(portal)).toEqual(SENT);
    await expectRecovery(portal);
  });
});
