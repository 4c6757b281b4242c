import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { playDemo } from './demo.ts';
import type { DemoAccount, DemoWorld } from './demo-world.ts';

const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is required but not set`);
  return value;
};

const file = join(required('DATA_DIR'), 'demo.json');

/** An address on the machine that runs the system, where its ports are published under the same numbers. */
const shown = (url: string): string => url.replace(/^http:\/\/[^:/]+/, 'http://localhost');

const world: DemoWorld = {
  apiUrl: required('API_URL'),
  portalUrl: required('PORTAL_URL'),
  filesUrl: required('FILES_URL'),
  receiverUrl: required('RECEIVER_URL'),
  marketplaceUrl: required('MARKETPLACE_URL'),
  mailDropUrl: required('MAIL_DROP_URL'),
  estateSoftwareUrl: required('ESTATE_SOFTWARE_URL'),
  importHost: required('IMPORT_HOST'),
  operatorToken: required('OPERATOR_TOKEN'),
  inboxDomain: required('INBOX_DOMAIN'),
  ftpHost: required('FTP_HOST'),
  ftpPort: Number(required('FTP_PORT')),
  ftpUsers: [{ username: required('FTP_USER'), password: required('FTP_PASSWORD') }],
  ...(existsSync(file) && { account: JSON.parse(readFileSync(file, 'utf8')) as DemoAccount }),
  keep: (account) => {
    writeFileSync(file, JSON.stringify(account), { mode: 0o600 });
  },
  shown,
  logs: 'docker compose logs',
  // The output of this program is a log, which others may read.
  keptIn: {
    apiKey: `docker compose run --rm --no-TTY --no-deps demo -p "require('/data/demo.json').apiKey"`,
    operatorToken: 'docker compose run --rm --no-TTY --no-deps --entrypoint cat demo /secrets/env',
  },
};

await playDemo(world);
