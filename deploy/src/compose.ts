import { readFileSync } from 'node:fs';
import { serviceNames } from '@estate/manifests';
import type { ServiceName } from '@estate/manifests';
import { parse } from 'yaml';
import type { Program, Value } from './program.ts';
import type { Secret } from './secrets.ts';

export interface ComposeService {
  image?: string;
  build?: { context: string; dockerfile: string; args: Record<string, string> };
  command?: string[];
  depends_on?: Record<string, { condition: string }>;
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  networks?: string[];
  restart?: string;
  logging?: { driver: string; options: Record<string, string> };
  mem_limit?: string;
  stop_grace_period?: string;
  healthcheck?: { test?: string[]; timeout?: string; retries?: number; disable?: boolean };
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
}

/** The checked parts of docker-compose.yml. */
export interface Compose {
  /** Values for the environments of all services. */
  'x-environment': Record<string, string>;
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
  networks: Record<string, { ipam?: { config: { subnet: string }[] } }>;
}

export const readCompose = (file = 'docker-compose.yml'): Compose =>
  parse(readFileSync(file, 'utf8')) as Compose;

/** The services as programs; variables of `/secrets/env` come from their secret. */
export const composePrograms = (compose: Compose, secrets: Readonly<Record<string, Secret>>): Program[] =>
  serviceNames.map((service) => programOf(service, compose.services[service] ?? {}, secrets));

function programOf(
  service: ServiceName,
  { environment = {}, volumes = [], command = [], ports = [] }: ComposeService,
  secrets: Readonly<Record<string, Secret>>,
): Program {
  const mounted = volumes.find((volume) => volume.split(':')[1] === '/secrets')?.split(':')[0] ?? '';
  const kept = command.includes('--env-file=/secrets/env') ? Object.keys(secrets[mounted] ?? {}) : [];
  const env = new Map<string, Value>(kept.map((key) => [key, { secret: mounted, key }]));
  for (const [name, value] of Object.entries(environment)) env.set(name, filledIn(value));
  return { service, env, ports: { internal: 9090, ...publishedPorts(ports) }, probes: [] };
}

/** Replaces `${NAME:-default}` by its default. */
const filledIn = (value: string): string => value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');

const OTHER_PORTS: Readonly<Record<number, string>> = { 2122: 'ftp', 2525: 'smtp' };

/** Ports by their purpose: of mail, of FTP, or of the API. Ranges are for the data of FTP. */
function publishedPorts(ports: readonly string[]): Record<string, number> {
  const inside = ports.map((port) => port.split(':').at(-1) ?? '').filter((port) => !port.includes('-'));
  return Object.fromEntries(inside.map((port) => [OTHER_PORTS[Number(port)] ?? 'http', Number(port)]));
}
