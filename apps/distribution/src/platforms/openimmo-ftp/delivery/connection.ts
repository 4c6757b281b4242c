import { isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { FtpCredentials } from '@estate/contracts';
import { resolveHost } from '@estate/egress';
import { Client } from 'basic-ftp';
import type { PlatformTimeouts, PlatformTools, PublicationFailure } from '../../platform.ts';
import type { PlatformProfile } from '../../profiles.ts';
import { boundReplies } from './bounded-replies.ts';
import { checksumCommandOf, type ChecksumCommand } from './checksums.ts';
import { within } from './deadline.ts';
import { failure, type Circumstances, type Phase } from './failures.ts';
import { hangUp } from './hang-up.ts';
import { temporaryNameOf } from './temporary-names.ts';

/** Logged in, in the directory for packages. */
export interface Connection {
  client: Client;
  host: string;
  username: string;
  timeouts: PlatformTimeouts;
  knowsSize: boolean;
  /** How the server is asked for the checksum of a file, if it offers one. */
  checksum: ChecksumCommand | undefined;
  /** Of this conversation alone: a worker that was cut off must not rename what its successor is storing. */
  temporaryName: string;
}

export type Step = 'resolve' | 'connect' | 'tls' | 'login' | 'directory';

export interface Dialling {
  targetId: string;
  credentials: FtpCredentials;
  profile: PlatformProfile;
  tools: PlatformTools;
  signal: AbortSignal;
  /** Told after each step that succeeded. */
  onStep?: (step: Step, message: string) => void;
}

export type Dialled =
  | { ok: true; connection: Connection }
  | { ok: false; step: Step; failure: PublicationFailure };

const DEFAULT_TIMEOUTS: PlatformTimeouts = { connectMs: 10_000, commandMs: 15_000, transferIdleMs: 20_000 };

/** Connects step by step; the first step that fails decides. */
export async function dial(dialling: Dialling): Promise<Dialled> {
  const { credentials, tools } = dialling;
  const timeouts = { ...DEFAULT_TIMEOUTS, ...tools.timeouts };
  const client = new Client(timeouts.transferIdleMs);
  const circumstances: Circumstances = {
    phase: 'resolve',
    host: credentials.host,
    username: credentials.username,
  };
  const steps = plan(dialling, client, timeouts);
  let features = new Map<string, string>();
  for (const { step, path, run } of steps) {
    try {
      const found = await run();
      features = found.features ?? features;
      dialling.onStep?.(step, found.message);
    } catch (error) {
      await hangUp({ client, timeouts });
      return { ok: false, step, failure: failure(error, { ...circumstances, phase: step, path }) };
    }
  }
  const { host, username } = credentials;
  const temporaryName = temporaryNameOf(dialling.targetId);
  const knowsSize = features.has('SIZE');
  const checksum = checksumCommandOf(features);
  return { ok: true, connection: { client, host, username, timeouts, knowsSize, checksum, temporaryName } };
}

interface PlannedStep {
  step: Step & Phase;
  path?: string;
  run: () => Promise<{ message: string; features?: Map<string, string> }>;
}

function plan(dialling: Dialling, client: Client, timeouts: PlatformTimeouts): PlannedStep[] {
  const { credentials, profile, tools, signal } = dialling;
  const { host, port = 21, username, password } = credentials;
  const secure = profile.tls === 'required' || credentials.secure === true;
  const path = credentials.path || profile.defaultPath;
  const asking = { ms: timeouts.commandMs, signal };
  let address = host;
  const steps: (PlannedStep | undefined)[] = [
    {
      step: 'resolve',
      run: async () => {
        address = (await resolveHost(host, tools.egress)).address;
        return { message: `${host} is known.` };
      },
    },
    {
      step: 'connect',
      run: async () => {
        await within(client, { ms: timeouts.connectMs, signal }, () => greeting(client, address, port));
        return { message: `${host} answers on port ${port}.` };
      },
    },
    secure
      ? { step: 'tls', run: () => within(client, asking, () => encrypt(client, host, tools)) }
      : undefined,
    {
      step: 'login',
      run: () => within(client, asking, () => login(client, { username, password }, secure)),
    },
    path === ''
      ? undefined
      : { step: 'directory', path, run: () => within(client, asking, () => enter(client, path)) },
  ];
  return steps.filter((step) => step !== undefined);
}

function greeting(client: Client, address: string, port: number) {
  const connected = client.connect(address, port);
  boundReplies(client);
  return connected;
}

/** The address was pinned, so the certificate is checked against the name that the customer gave. */
async function encrypt(client: Client, host: string, { trustedCertificates }: PlatformTools) {
  await client.useTLS({
    host,
    ...(isIP(host) ? {} : { servername: host }),
    ...(trustedCertificates && { ca: [...rootCertificates, ...trustedCertificates] }),
  });
  boundReplies(client);
  return { message: 'The connection is encrypted and the certificate is valid.' };
}

async function login(
  client: Client,
  { username, password }: { username: string; password: string },
  secure: boolean,
) {
  await client.login(username, password);
  const features = await client.features();
  if (features.has('UTF8')) await client.sendIgnoringError('OPTS UTF8 ON');
  const select = checksumCommandOf(features)?.select;
  // A server that refuses answers with its default algorithm, whose digests have another length.
  if (select !== undefined) await client.sendIgnoringError(`OPTS HASH ${select}`);
  await client.send('TYPE I');
  if (secure) {
    await client.send('PBSZ 0');
    await client.send('PROT P');
  }
  return { message: `The login of ${username} was accepted.`, features };
}

async function enter(client: Client, path: string) {
  await client.cd(path);
  return { message: `The directory ${path} is there.` };
}
