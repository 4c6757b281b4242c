import { TLSSocket } from 'node:tls';
import { encryptionOf } from '@estate/contracts';
import { resolveHost } from '@estate/egress';
import { Client } from 'basic-ftp';
import type { PlatformTimeouts, PlatformTools, PublicationFailure, TargetAccount } from '../../platform.ts';
import type { PlatformProfile } from '../../profiles.ts';
import { boundReplies } from './bounded-replies.ts';
import { isDistrusted } from './checksum-trust.ts';
import { checksumCommandOf, type ChecksumCommand } from './checksums.ts';
import { within } from './deadline.ts';
import { encrypt, type EncryptionFound } from './encryption.ts';
import { failure, type Phase } from './failures.ts';
import { hangUp } from './hang-up.ts';
import { redactor, type Redact } from './redact.ts';
import { temporaryNameOf } from './temporary-names.ts';

/** A connection that is logged in, in the directory for packages. */
export interface Connection {
  client: Client;
  host: string;
  port: number;
  username: string;
  redact: Redact;
  timeouts: PlatformTimeouts;
  /** The lines of `FEAT`. */
  features: ReadonlyMap<string, string>;
  knowsSize: boolean;
  /** The command for the checksum of a file, if the server offers a reliable one. */
  checksum: ChecksumCommand | undefined;
  /** The temporary name of this conversation alone: a worker that was cut off must not rename what its successor is storing. */
  temporaryName: string;
  /** True if the server does not rename: packages get their names at once. */
  isDirect: boolean;
}

type ConnectStep = Exclude<Phase, 'list' | 'store' | 'rename'>;

export interface Dialling {
  account: TargetAccount;
  profile: PlatformProfile;
  tools: PlatformTools;
  signal: AbortSignal;
  /** Called after each successful step. */
  onStep?: (step: ConnectStep, found: Pick<Found, 'message' | 'warning'>) => void;
}

export type Dialled =
  | { ok: true; connection: Connection }
  | { ok: false; step: ConnectStep; failure: PublicationFailure };

const DEFAULT_PORT = 21;
const DEFAULT_TIMEOUTS: PlatformTimeouts = { connectMs: 10_000, commandMs: 15_000, transferIdleMs: 20_000 };

/** Connects step by step; the first failed step decides. */
export async function dial(dialling: Dialling): Promise<Dialled> {
  const { account, profile, tools } = dialling;
  const { host, password, port = DEFAULT_PORT, username } = account.credentials;
  const timeouts = { ...DEFAULT_TIMEOUTS, ...tools.timeouts };
  const client = new Client(timeouts.transferIdleMs);
  const redact = redactor(password);
  const sawEncryption = account.credentials.secure === undefined && account.encryption?.seen !== undefined;
  let features = new Map<string, string>();
  for (const { step, path, run } of plan(dialling, client, timeouts)) {
    let found: Found;
    try {
      found = await run();
    } catch (error) {
      await hangUp({ client, timeouts });
      const circumstances = { phase: step, host, username, redact, sawEncryption, path };
      return { ok: false, step, failure: failure(error, circumstances) };
    }
    await remember(found, dialling, { client, timeouts });
    features = found.features ?? features;
    dialling.onStep?.(step, found);
  }
  const temporaryName = temporaryNameOf(account.id);
  const isDirect = profile.upload === 'direct';
  const knowsSize = profile.checkSize !== false && features.has('SIZE');
  // The check of checksums stores a test file, which a server that takes uploads directly would import as a package.
  const checksum = isDirect || isDistrusted({ host, port }) ? undefined : checksumCommandOf(features);
  const known = { redact, timeouts, features, knowsSize, checksum, temporaryName, isDirect };
  return { ok: true, connection: { client, host, port, username, ...known } };
}

/** Stores the encryption before the password is sent. Otherwise, an attacker who disturbs the next connection could force clear text. */
async function remember(
  { certificate }: Found,
  { account: { encryption } }: Dialling,
  ending: Parameters<typeof hangUp>[0],
): Promise<void> {
  const isNew = certificate !== undefined && encryption !== undefined && encryption.seen !== certificate;
  if (!isNew || encryption.seen === 'valid') return;
  try {
    await encryption.remember(certificate);
  } catch (error) {
    await hangUp(ending);
    throw error;
  }
}

interface Found extends EncryptionFound {
  features?: Map<string, string>;
}

interface PlannedStep {
  step: ConnectStep;
  path?: string;
  run: () => Promise<Found>;
}

function plan(dialling: Dialling, client: Client, timeouts: PlatformTimeouts): PlannedStep[] {
  const { account, profile, tools, signal } = dialling;
  const { host, port = DEFAULT_PORT, secure, ...login } = account.credentials;
  const encryption = encryptionOf({
    secure,
    platformTls: profile.tls,
    certificateSeen: account.encryption?.seen,
  });
  const path = login.path || profile.defaultPath;
  const asking = { ms: timeouts.commandMs, signal };
  let address = host;
  const steps: PlannedStep[] = [
    {
      step: 'resolve',
      run: async () => {
        address = (await resolveHost(host, tools.egress)).address;
        return { message: `${host} was resolved.` };
      },
    },
    {
      step: 'connect',
      run: async () => {
        await within(client, { ms: timeouts.connectMs, signal }, () => {
          const greeting = client.connect(address, port);
          boundReplies(client);
          return greeting;
        });
        return { message: `${host} responds on port ${port}.` };
      },
    },
    { step: 'tls', run: () => within(client, asking, () => encrypt(client, { host, encryption, tools })) },
    { step: 'login', run: () => within(client, asking, () => logIn(client, login)) },
    {
      step: 'directory',
      path,
      run: async () => {
        await within(client, asking, () => client.cd(path));
        return { message: `The directory ${path} exists.` };
      },
    },
  ];
  return path === '' ? steps.slice(0, -1) : steps;
}

async function logIn(client: Client, { username, password }: { username: string; password: string }) {
  await client.login(username, password);
  const features = await client.features();
  if (features.has('UTF8')) await client.sendIgnoringError('OPTS UTF8 ON');
  const select = checksumCommandOf(features)?.select;
  // A server that refuses answers with its default algorithm, whose digests have another length.
  if (select !== undefined) await client.sendIgnoringError(`OPTS HASH ${select}`);
  await client.send('TYPE I');
  if (client.ftp.socket instanceof TLSSocket) {
    await client.send('PBSZ 0');
    await client.send('PROT P');
  }
  return { message: `The login of ${username} was accepted.`, features };
}
