import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError, WrongUsage } from './surroundings.ts';

/** The stored data of a sign-in. */
export interface Profile {
  url: string;
  apiKey: string;
  /** The key that signs forwarded deliveries of `estate listen`. */
  signingKey?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const OWNER_ONLY = 0o600;
const DIRECTORY_OF_OWNER = 0o700;
/** The profile of commands without `--profile`. */
const DEFAULT = 'default';
const NAME = /^[\w.-]{1,50}$/;

function directory(environment: Environment): string {
  const given = environment['XDG_CONFIG_HOME'];
  const base =
    given === undefined || given === '' ? join(environment['HOME'] ?? homedir(), '.config') : given;
  return join(base, 'estate');
}

/** @throws WrongUsage for a name that cannot be a file name */
export function profileFile(environment: Environment): string {
  const name = environment['ESTATE_PROFILE'] ?? DEFAULT;
  if (name === DEFAULT) return join(directory(environment), 'profile.json');
  if (!NAME.test(name))
    throw new WrongUsage(`${name} is not the name of a profile: letters, digits, "-", "_" and ".".`);
  return join(directory(environment), 'profiles', `${name}.json`);
}

/** The stored profiles with their addresses, the default one first. */
export function storedProfiles(environment: Environment): { name: string; url: string }[] {
  const folder = join(directory(environment), 'profiles');
  const others = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];
  const names = [DEFAULT, ...others.map((file) => file.slice(0, -'.json'.length)).sort()];
  return names.flatMap((name) => {
    const { url } = storedProfile({ ...environment, ESTATE_PROFILE: name });
    return url === undefined ? [] : [{ name, url }];
  });
}

/**
 * The environment of a command that uses only the stored profile, without another address or key, because a key must not reach another
 * installation. @throws CommandError if there is no such profile
 */
export function environmentWith(profile: string, environment: Environment): Environment {
  const chosen = {
    ...environment,
    ESTATE_PROFILE: profile,
    ESTATE_URL: undefined,
    ESTATE_API_KEY: undefined,
  };
  if (existsSync(profileFile(chosen))) return chosen;
  const names = storedProfiles(environment).map(({ name }) => name);
  const stored = names.length === 0 ? 'None is stored.' : `Stored profiles: ${names.join(', ')}.`;
  throw new CommandError(
    `There is no profile ${profile}. ${stored} To add it, run: estate login --profile ${profile} --url https://…`,
  );
}

/** Replaces the file atomically, readable by its owner only. */
export function saveProfile(environment: Environment, profile: Profile): void {
  const file = profileFile(environment);
  mkdirSync(dirname(file), { recursive: true, mode: DIRECTORY_OF_OWNER });
  const written = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(written, `${JSON.stringify(profile, null, 2)}\n`, { mode: OWNER_ONLY });
  // The umask reduces the mode above; an existing file keeps its own.
  chmodSync(written, OWNER_ONLY);
  renameSync(written, file);
}

export function removeProfile(environment: Environment): void {
  rmSync(profileFile(environment), { force: true });
}

function storedProfile(environment: Environment): Partial<Profile> {
  const file = profileFile(environment);
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  try {
    return JSON.parse(text) as Partial<Profile>;
  } catch {
    throw new CommandError(`${file} is damaged. Sign in again: estate login`);
  }
}

/** The account to use: environment variables take precedence over the stored profile. @throws CommandError */
export function readProfile(environment: Environment): Profile {
  const stored = storedProfile(environment);
  const url = environment['ESTATE_URL'] ?? stored.url;
  const apiKey = environment['ESTATE_API_KEY'] ?? stored.apiKey;
  if (url === undefined || apiKey === undefined) {
    throw new CommandError('You are not signed in. Run: estate login --url https://…');
  }
  return { url, apiKey, ...(stored.signingKey !== undefined && { signingKey: stored.signingKey }) };
}

/** The key for signing forwarded deliveries; it stays the same, so that a receiver needs it once. */
export function localSigningKey(environment: Environment): string {
  const stored = storedProfile(environment);
  if (stored.signingKey !== undefined) return stored.signingKey;
  const signingKey = `whsec_${randomBytes(32).toString('base64url')}`;
  const { url = '', apiKey = '' } = stored;
  // A sign-in by environment variables alone stores no API key in a file.
  if (url !== '' && apiKey !== '') saveProfile(environment, { url, apiKey, signingKey });
  return signingKey;
}
