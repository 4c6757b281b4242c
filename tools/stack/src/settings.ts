import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './ports.ts';

/** What must stay the same from one start to the next: secrets, and ports that stored addresses name. */
export interface Settings {
  vaultKeys: string;
  operatorToken: string;
  ports: Record<PortName, number>;
  /** The demo's account of the first start. */
  demo?: { accountId: string; apiKey: string };
}

const PORT_NAMES = [
  'nats', 'mongo', 'gatewayInternal', 'catalogInternal', 'distributionInternal', 'notifierInternal',
  'portalPage', 'portalFtp', 'files', 'receiver',
] as const; // prettier-ignore
export type PortName = (typeof PORT_NAMES)[number];

const PREFERRED: Partial<Record<PortName, number>> = {
  portalPage: 8081,
  files: 8082,
  receiver: 8083,
  portalFtp: 2121,
};

const fileIn = (directory: string): string => join(directory, 'settings.json');

/** The settings kept in the data directory; made at the first start. */
export async function loadSettings(directory: string, options: { preferPorts: boolean }): Promise<Settings> {
  const file = fileIn(directory);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Settings;
  const settings: Settings = {
    vaultKeys: `k1:${randomBytes(32).toString('base64')}`,
    operatorToken: `operator-${randomBytes(18).toString('base64url')}`,
    ports: await choosePorts(options.preferPorts),
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

async function choosePorts(preferPorts: boolean): Promise<Record<PortName, number>> {
  const taken = new Map<PortName, number>();
  for (const name of PORT_NAMES) {
    let port = await freePort(preferPorts ? (PREFERRED[name] ?? 0) : 0);
    while ([...taken.values()].includes(port)) port = await freePort();
    taken.set(name, port);
  }
  return Object.fromEntries(taken) as Record<PortName, number>;
}
