import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Client, VERSION } from '@estate/client';
import { Transport } from '@estate/client/transport';
import type { ClientOptions } from '@estate/client';
import { CommandError } from './surroundings.ts';
import { readProfile, saveProfile } from './profile.ts';
import type { Surroundings } from './surroundings.ts';

const LOCAL_URL = 'http://localhost:8080';

export const clientOf = ({ environment }: Pick<Surroundings, 'environment'>): Client =>
  new Client(optionsOf(readProfile(environment)));

/** The transport for any operation of the API. */
export const transportOf = ({ environment }: Pick<Surroundings, 'environment'>): Transport =>
  new Transport(optionsOf(readProfile(environment)));

const optionsOf = ({ url, apiKey }: { url: string; apiKey: string }): ClientOptions => ({
  baseUrl: url,
  apiKey,
  userAgent: `estate-cli/${VERSION}`,
});

/** Stores the address and the key once the service has accepted them. */
export async function signIn(given: { url?: string }, around: Surroundings): Promise<void> {
  const { environment, err } = around;
  const url = given.url ?? environment['ESTATE_URL'] ?? LOCAL_URL;
  if (!URL.canParse(url)) throw new CommandError(`${url} is not a valid URL.`);
  const apiKey = environment['ESTATE_API_KEY'] ?? (await askedKey(around));
  if (apiKey === '') throw new CommandError('No API key was provided. Set ESTATE_API_KEY or enter the key.');
  const { name } = await new Client(optionsOf({ url, apiKey })).account.get({ signal: around.signal });
  saveProfile(environment, { url, apiKey });
  err(`Signed in to ${name} at ${url}.\n`);
}

/** Reads the key from the terminal or a pipe, never from an argument, which other users of the machine can see. */
async function askedKey({ input, err, signal }: Surroundings): Promise<string> {
  err('API key: ');
  const terminal = 'isTTY' in input && input.isTTY === true;
  const lines = createInterface({ input, output: unseen(), terminal, signal });
  for await (const line of lines) return line.trim();
  return '';
}

/** An output that discards what is typed, so that a terminal does not show it. */
const unseen = (): Writable =>
  new Writable({
    write: (_chunk, _encoding, written) => {
      written();
    },
  });
