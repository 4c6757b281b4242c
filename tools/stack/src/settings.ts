import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SIMULATORS } from '@estate/contracts/platforms';
import { MAINTENANCE, OPERATOR, SYSTEM, manifests, portName, serviceNames } from '@estate/manifests';
import type { ServicePort } from '@estate/manifests';
import { freePort, isFree } from '@estate/testing/free-port';

/** Settings that must stay the same between starts: secrets, and ports in stored addresses. */
export interface Settings {
  vaultKeys: string;
  operatorToken: string;
  /** The passwords by user of the broker. */
  brokerPasswords: Record<string, string>;
  ports: Record<PortName, number>;
  /** The account of the demo from the first start, and the one whose users sign in themselves. */
  demo?: KeptAccount & { people?: KeptAccount };
}

export interface KeptAccount {
  accountId: string;
  apiKey: string;
}

const OWN_PORTS = [
  'nats',
  'mongo',
  'mailDrop',
  'mailDropSmtp',
  'portalPage',
  'portalFtp',
  'files',
  'receiver',
  'identityProvider',
  'estateSoftware',
] as const;
type Simulator = (typeof SIMULATORS)[number];
export type PortName = (typeof OWN_PORTS)[number] | Simulator | ServicePort;

/** The ports, except that of the API, which the caller chooses. */
const PORT_NAMES: readonly PortName[] = [
  ...OWN_PORTS,
  ...SIMULATORS,
  ...manifests.flatMap(({ name, ports }) =>
    (['internal', 'smtp', 'ftp'] as const)
      .filter((port) => ports[port] !== undefined)
      .map((port) => portName(name, port)),
  ),
];

const PREFERRED: Partial<Record<PortName, number>> = {
  portalPage: 8081,
  files: 8082,
  receiver: 8083,
  marketplace: 8084,
  portalFtp: 2121,
  mailDrop: 8085,
  identityProvider: 8086,
  estateSoftware: 8087,
  mailDropSmtp: 2526,
  inboxSmtp: 2525,
  importerFtp: 2122,
};

const fileIn = (directory: string): string => join(directory, 'settings.json');

/**
 * The settings in the data directory; created at the first start, and completed if a later version needs more ports.
 * @throws Error if a port in a stored address is taken
 */
export async function loadSettings(directory: string, options: { preferPorts: boolean }): Promise<Settings> {
  const file = fileIn(directory);
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Settings) : undefined;
  if (known) await refuseTakenPorts(known.ports, file);
  const settings: Settings = {
    vaultKeys: `k1:${randomBytes(32).toString('base64')}`,
    operatorToken: `operator-${randomBytes(18).toString('base64url')}`,
    ...known,
    brokerPasswords: { ...newPasswords(), ...known?.brokerPasswords },
    ports: await choosePorts(known?.ports ?? {}, options),
  };
  saveSettings(directory, settings);
  return settings;
}

export function saveSettings(directory: string, settings: Settings): void {
  mkdirSync(directory, { recursive: true });
  const file = fileIn(directory);
  writeFileSync(`${file}.part`, JSON.stringify(settings, null, 2), { mode: 0o600 });
  renameSync(`${file}.part`, file);
}

/** Passwords that begin with letters: a configuration of nats-server takes a leading digit for a number. */
const newPasswords = (): Record<string, string> =>
  Object.fromEntries(
    [...serviceNames, OPERATOR, MAINTENANCE, SYSTEM].map((user) => [
      user,
      `p${randomBytes(18).toString('hex')}`,
    ]),
  );

/** True for a port that may change if it is taken, because no stored address contains it. */
const mayMove = (name: string): boolean =>
  ['nats', 'mongo', 'mailDropSmtp'].includes(name) || name.endsWith('Internal');

async function refuseTakenPorts(ports: Partial<Record<PortName, number>>, file: string): Promise<void> {
  for (const [name, port] of Object.entries(ports)) {
    if (mayMove(name) || (await isFree(port))) continue;
    throw new Error(
      `Port ${String(port)} is taken. Is the system already running on this data directory? ` +
        `Otherwise free the port, or set another port for "${name}" in ${file}.`,
    );
  }
}

async function choosePorts(
  known: Partial<Record<PortName, number>>,
  { preferPorts }: { preferPorts: boolean },
): Promise<Record<PortName, number>> {
  const chosen = new Map<PortName, number>();
  for (const name of PORT_NAMES) {
    let port = await freePort(known[name] ?? (preferPorts ? PREFERRED[name] : undefined));
    while ([...chosen.values()].includes(port)) port = await freePort();
    chosen.set(name, port);
  }
  return Object.fromEntries(chosen) as Record<PortName, number>;
}
