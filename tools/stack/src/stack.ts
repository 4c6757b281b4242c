import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SIMULATORS } from '@estate/contracts/platforms';
import { serviceNames } from '@estate/manifests';
import type { ServiceName } from '@estate/manifests';
import type { Child } from './child.ts';
import { Guardian } from './guardian.ts';
import { brokerChild, databaseChild, sandboxChild, serviceChild } from './infrastructure.ts';
import type { Place, ServiceEnvironment } from './infrastructure.ts';
import { freePort, isFree } from '@estate/testing/free-port';
import { replicator } from './replicas.ts';
import type { Replica } from './replicas.ts';
import { INBOX_DOMAIN, serviceEnvironments } from './service-environments.ts';
import { loadSettings } from './settings.ts';
import type { Settings } from './settings.ts';

export interface StackOptions {
  /** The root of the built workspace, with `dist`. */
  root: string;
  dataDirectory: string;
  /** The port of the public API; 0 for any free one. */
  port: number;
  /** Prefers the well-known ports for the sandbox's pages if they are free. */
  preferPorts?: boolean;
  operatorToken?: string;
  logLevel?: string;
  /** Variables for every service. */
  env?: Record<string, string>;
  /** Variables for single services, which take precedence. */
  envOf?: Partial<Record<ServiceName, Record<string, string>>>;
  /** Options of Node for every process, as in NODE_OPTIONS. */
  nodeOptions?: string | undefined;
  /** The users with an account at the FTP portal. */
  ftpUsers?: readonly FtpUser[];
  /** The prefix of database names, for a database that several stacks share. */
  databasePrefix?: string;
  onStep?: (text: string) => void;
  onUnexpectedEnd?: (child: Child, how: string) => void;
  /** Aborts a start in progress: it stops what it has started and rejects. */
  signal?: AbortSignal;
}

export interface FtpUser {
  username: string;
  password: string;
}

/** The addresses that other processes need for using a stack. */
export interface StackAddresses {
  readonly apiUrl: string;
  readonly operatorToken: string;
  readonly portalUrl: string;
  readonly filesUrl: string;
  readonly receiverUrl: string;
  readonly marketplaceUrl: string;
  readonly mailDropUrl: string;
  readonly identityProviderUrl: string;
  readonly estateSoftwareUrl: string;
  /** The domain of the targets' request addresses. */
  readonly inboxDomain: string;
  readonly ftpPort: number;
  readonly ftpUsers: readonly FtpUser[];
  readonly settings: Settings;
  readonly mongoUri: string;
}

export interface Stack extends StackAddresses {
  /** Every process of the stack, in the order of their start. */
  readonly children: ReadonlyMap<string, Child>;
  readonly serviceNames: readonly ServiceName[];
  /** The address of the broker for a user: a service, or the operator. */
  natsUrlOf(user: string): string;
  readonly logDirectory: string;
  /** Starts a further process of a service. */
  addReplica(name: ServiceName): Promise<Replica>;
  /** Stops everything, the last one first; resolves to false if something had to be killed. */
  stop(): Promise<boolean>;
}

const FTP_USERS = Array.from({ length: 12 }, (_, index) => ({
  username: `agent-${String(index + 1)}`,
  password: `portal-${String(index + 1)}`,
}));

/** Starts the whole system with its sandbox from built bundles. After a failure, everything that was started is stopped. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const dist = join(options.root, 'dist');
  if (!existsSync(join(dist, 'apps'))) throw new Error(`${dist} contains no build. Run the build first.`);
  const port = await apiPort(options.port);
  const data = resolve(options.dataDirectory);
  const settings = await loadSettings(data, { preferPorts: options.preferPorts ?? false });
  if (options.operatorToken !== undefined) settings.operatorToken = options.operatorToken;
  const guardian = new Guardian();
  const place: Place = {
    dist,
    data,
    logDirectory: join(data, 'logs'),
    guardian,
    ...(options.nodeOptions !== undefined && { nodeOptions: options.nodeOptions }),
    ...(options.onUnexpectedEnd && { onUnexpectedEnd: options.onUnexpectedEnd }),
  };
  const children = new Map<string, Child>();
  const start = async (...wave: Child[]) => {
    options.signal?.throwIfAborted();
    options.onStep?.(wave.map(({ name }) => name).join(', '));
    for (const child of wave) children.set(child.name, child);
    await Promise.all(wave.map((child) => child.start()));
  };
  const stop = () => stopAll([...children.values()]).finally(() => guardian.close());
  options.signal?.addEventListener('abort', () => void stop());
  const addresses = addressesOf(settings);
  const ftpUsers = options.ftpUsers ?? FTP_USERS;
  try {
    await start(...infrastructure(place, settings), ...sandbox(place, { settings, port, ftpUsers }));
    const environments = serviceEnvironments({ settings, port, addresses, options, data });
    await start(...services(place, environments, options));
    return {
      apiUrl: `http://localhost:${String(port)}`,
      operatorToken: settings.operatorToken,
      ...addresses,
      logDirectory: place.logDirectory,
      ftpPort: settings.ports.portalFtp,
      ftpUsers,
      inboxDomain: INBOX_DOMAIN,
      settings,
      children,
      serviceNames,
      addReplica: replicator({ place, environments, envOf: options.envOf, children }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function apiPort(wanted: number): Promise<number> {
  if (wanted === 0) return freePort();
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > 65_535)
    throw new Error('PORT must be a whole number from 1 to 65535.');
  if (await isFree(wanted)) return wanted;
  throw new Error(`Port ${String(wanted)} is taken. Choose another one: PORT=8090 npm start`);
}

function addressesOf({ ports, brokerPasswords }: Settings) {
  return {
    natsUrlOf: (user: string) =>
      process.env['NATS_URL'] ??
      `nats://${user}:${brokerPasswords[user] ?? ''}@127.0.0.1:${String(ports.nats)}`,
    mongoUri:
      process.env['MONGODB_URI'] ?? `mongodb://127.0.0.1:${String(ports.mongo)}/?directConnection=true`,
    portalUrl: `http://localhost:${String(ports.portalPage)}`,
    filesUrl: `http://localhost:${String(ports.files)}`,
    receiverUrl: `http://localhost:${String(ports.receiver)}`,
    marketplaceUrl: `http://localhost:${String(ports.marketplace)}`,
    mailDropUrl: `http://localhost:${String(ports.mailDrop)}`,
    identityProviderUrl: `http://localhost:${String(ports.identityProvider)}`,
    estateSoftwareUrl: `http://localhost:${String(ports.estateSoftware)}`,
  };
}

function infrastructure(place: Place, settings: Settings): Child[] {
  return [
    ...(process.env['NATS_URL'] === undefined ? [brokerChild(place, settings)] : []),
    ...(process.env['MONGODB_URI'] === undefined ? [databaseChild(place, settings.ports.mongo)] : []),
  ];
}

const services = (
  place: Place,
  environments: Record<ServiceName, ServiceEnvironment>,
  { envOf }: StackOptions,
): Child[] =>
  Object.entries(environments).map(([name, env]) =>
    serviceChild(place, name, { ...env, ...envOf?.[name as ServiceName] }),
  );

interface SandboxNeeds {
  settings: Settings;
  /** The port of the API. */
  port: number;
  ftpUsers: readonly FtpUser[];
}

function sandbox(place: Place, { settings: { ports }, port: apiPort, ftpUsers }: SandboxNeeds): Child[] {
  const users = ftpUsers.flatMap(({ username, password }) => ['--user', `${username}:${password}`]);
  const portal = [
    '--port', String(ports.portalPage), '--ftp-port', String(ports.portalFtp),
    '--smtp-port', String(ports.inboxSmtp),
  ]; // oxfmt-ignore
  return [
    sandboxChild(place, 'ftp-portal', [...portal, '--directory', join(place.data, 'ftp-portal'), ...users]),
    sandboxChild(place, 'file-server', ['--port', String(ports.files)]),
    ...SIMULATORS.map((name) =>
      sandboxChild(place, name, ['--port', String(ports[name]), '--directory', join(place.data, name)]),
    ),
    sandboxChild(place, 'mail-drop', [
      '--port', String(ports.mailDrop), '--smtp-port', String(ports.inboxSmtp),
      '--receive-port', String(ports.mailDropSmtp),
    ]), // oxfmt-ignore
    sandboxChild(place, 'webhook-receiver', [
      '--port', String(ports.receiver), '--file', join(place.data, 'webhook-deliveries.ndjson'),
    ]), // oxfmt-ignore
    sandboxChild(place, 'estate-software', [
      '--port', String(ports.estateSoftware), '--directory', join(place.data, 'estate-software'),
    ]), // oxfmt-ignore
    sandboxChild(place, 'identity-provider', [
      '--port', String(ports.identityProvider), '--application', `http://localhost:${String(apiPort)}`,
      '--file', join(place.data, 'people-sign-in.json'),
    ]), // oxfmt-ignore
  ];
}

async function stopAll(children: readonly Child[]): Promise<boolean> {
  let clean = true;
  for (const child of [...children].reverse()) clean = (await child.stop()) && clean;
  return clean;
}
