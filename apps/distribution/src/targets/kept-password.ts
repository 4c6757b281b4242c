import type { FtpCredentials } from '@estate/contracts';
import type { Problem } from '@estate/errors';
import { FTP_PORT, hostName } from './target-login.ts';

type Connection = Pick<FtpCredentials, 'host' | 'port' | 'username' | 'secure'>;

/**
 * A replacement without a password keeps the stored one only for the server, the user and at least the encryption for which its
 * owner entered it. Otherwise who may change a target could have the password sent to a server of their own.
 */
export function keptPasswordProblems(stored: Connection | undefined, wish: Connection): Problem[] {
  if (!stored) return [];
  const isChanged = {
    host: hostName(stored.host) !== hostName(wish.host),
    port: (stored.port ?? FTP_PORT) !== (wish.port ?? FTP_PORT),
    username: stored.username !== wish.username,
    secure: strengthOf(wish) < strengthOf(stored),
  };
  const changed = Object.entries(isChanged).flatMap(([name, is]) => (is ? [`credentials.${name}`] : []));
  if (changed.length === 0) return [];
  const path = 'credentials.password';
  const message = `${path} is required, because ${listed(changed)} changed: a stored password is sent only to the server, and with the encryption, for which it was entered`;
  return [{ path, message, code: 'credentials-incomplete' }];
}

/** Without a setting, the encryption depends on the server. */
const strengthOf = ({ secure }: Connection): number => (secure === undefined ? 1 : Number(secure) * 2);

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
