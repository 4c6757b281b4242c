import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ByteStoreConfig } from '@estate/byte-stores';
import { byteStoreEnv, parseStore, readEnvironment, secret } from '@estate/config';
import type { S3Place } from '@estate/config';
import { OPERATOR, portName, serviceNames } from '@estate/manifests';
import { z } from 'zod';
import { UsageError } from './errors.ts';

/** One service and the address of its internal port. */
export interface ServicePlace {
  name: string;
  url: string;
}

/** The settings of the system for commands. */
export interface Settings {
  apiUrl: string;
  operatorToken: string | undefined;
  /** The client secret at the identity provider of an account. */
  oidcClientSecret?: string | undefined;
  natsUrl: string | undefined;
  mongoUri: string | undefined;
  services: readonly ServicePlace[];
  /** The byte stores, as in the services that use them. */
  byteStores: ByteStoreConfig;
  /** The bucket for archives of backups. */
  backupStore?: S3Place | undefined;
}

/** Command line options for the location of the system. */
export interface PlaceOptions {
  url?: string | undefined;
  token?: string | undefined;
}

const services = z
  .string()
  .default('')
  .transform((text, context): ServicePlace[] =>
    text
      .split(',')
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const [, name, url] = /^([a-z-]+)=(https?:\/\/.+)$/.exec(part.trim()) ?? [];
        if (name !== undefined && url !== undefined) return { name, url };
        context.addIssue(`must have the form catalog=http://host:9090,…, but contains "${part.trim()}"`);
        return z.NEVER;
      }),
  );

/** A bucket for archives; a directory would be on the machine of rek. */
const backupStore = z.string().transform((text, context): S3Place => {
  try {
    const place = parseStore(text);
    if (place.kind === 's3') return place;
    context.addIssue('must be s3://bucket/prefix?endpoint=…&region=…');
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : String(error));
  }
  return z.NEVER;
});

const RekEnvironment = z.object({
  REK_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPERATOR_TOKEN: secret().optional(),
  OIDC_CLIENT_SECRET: secret().optional(),
  NATS_URL: z.string().optional(),
  MONGODB_URI: z.string().optional(),
  ...byteStoreEnv,
  BYTE_STORE: byteStoreEnv.BYTE_STORE.unwrap().optional(),
  BACKUP_STORE: backupStore.optional(),
  BACKUP_STORE_ACCESS_KEY_ID: z.string().min(1).optional(),
  BACKUP_STORE_SECRET_ACCESS_KEY: secret().optional(),
  REK_SERVICES: services,
  DATA_DIR: z.string().default('.data'),
  PORT: z.coerce.number().int().default(8080),
});

const LocalSettings = z.object({
  operatorToken: z.string(),
  brokerPasswords: z.record(z.string(), z.string()),
  ports: z.record(z.string(), z.number()),
});

/** Options take precedence over the environment; without either, the local system of `npm start` is used, if there is one. */
export function readSettings(options: PlaceOptions, environment: NodeJS.ProcessEnv): Settings {
  const env = readEnvironment(RekEnvironment, environment);
  const givenUrl = options.url ?? env.REK_URL;
  // A configured system is used alone: nothing of the local one is mixed in.
  const base = givenUrl === undefined ? localSystem(env.DATA_DIR, env.PORT) : namedSystem(givenUrl);
  return {
    apiUrl: base.apiUrl,
    operatorToken: options.token ?? env.OPERATOR_TOKEN?.reveal() ?? base.operatorToken,
    oidcClientSecret: env.OIDC_CLIENT_SECRET?.reveal(),
    natsUrl: env.NATS_URL ?? base.natsUrl,
    mongoUri: env.MONGODB_URI ?? base.mongoUri,
    services: env.REK_SERVICES.length > 0 ? env.REK_SERVICES : base.services,
    byteStores: { ...base.byteStores, ...given(env) },
    backupStore: backupStoreOf(env),
  };
}

/** The bucket with its credentials, if it is configured. */
function backupStoreOf(env: z.output<typeof RekEnvironment>): S3Place | undefined {
  const { BACKUP_STORE: place, BACKUP_STORE_ACCESS_KEY_ID: id, BACKUP_STORE_SECRET_ACCESS_KEY: key } = env;
  return place && { ...place, credentials: id !== undefined && key ? { id, secret: key } : undefined };
}

/** The configured settings of byte stores. */
const given = (env: z.output<typeof RekEnvironment>): ByteStoreConfig =>
  Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in byteStoreEnv && value !== undefined),
  );

const namedSystem = (url: string): Settings => ({
  apiUrl: url.replace(/\/$/, ''),
  operatorToken: undefined,
  natsUrl: undefined,
  mongoUri: undefined,
  services: [],
  byteStores: {},
});

function localSystem(directory: string, apiPort: number): Settings {
  const file = join(directory, 'settings.json');
  if (!existsSync(file)) {
    throw new UsageError(
      `No system is selected. Set REK_URL (or --url) to the URL of the API, or start a local system with npm start. There is no local system in ${directory}.`,
    );
  }
  const { operatorToken, brokerPasswords, ports } = LocalSettings.parse(
    JSON.parse(readFileSync(file, 'utf8')),
  );
  return {
    apiUrl: `http://localhost:${String(apiPort)}`,
    operatorToken,
    natsUrl: `nats://${OPERATOR}:${brokerPasswords[OPERATOR] ?? ''}@127.0.0.1:${String(ports['nats'])}`,
    mongoUri: `mongodb://127.0.0.1:${String(ports['mongo'])}/?directConnection=true`,
    services: serviceNames.map((name) => ({
      name,
      url: `http://127.0.0.1:${String(ports[portName(name, 'internal')])}`,
    })),
    byteStores: { BYTE_STORE: pathToFileURL(resolve(directory, 'bytes')).href },
  };
}
