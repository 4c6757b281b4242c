import { setTimeout as sleep } from 'node:timers/promises';
import type { LoginAnswer } from '../backend.ts';
import type { Given } from '../command-table.ts';
import { FtpRefusal } from '../ftp-refusal.ts';
import type { Session } from '../session.ts';
import { before } from './definition.ts';

const MOST_CHARACTERS = 200;

function user(session: Session, { argument }: Given): void {
  if (session.login) throw new FtpRefusal(503, 'You are logged in.');
  const name = argument.slice(0, MOST_CHARACTERS);
  if (isBlocked(session, name)) {
    session.parts.backend.note({ kind: 'login', outcome: 'blocked' });
    return;
  }
  session.user = name;
  session.control.reply(331, 'Send the password with PASS.');
}

/** Ends the session of a user that has failed too often from this network. */
function isBlocked({ parts, network, control }: Session, name: string): boolean {
  if (!parts.loginHistory.isBlocked({ user: name, network })) return false;
  control.end(421, 'Too many failed logins of this user from this address; try again later.');
  return true;
}

async function password(session: Session, { argument }: Given): Promise<void> {
  const { parts, user: name, control, network } = session;
  if (session.login || name === undefined || name === '') throw new FtpRefusal(503, 'Send USER first.');
  session.user = undefined;
  const login = { user: name, password: argument };
  await sleep(parts.loginHistory.delayMs({ user: name, network }), undefined, { ref: false });
  // Its other connections may have failed meanwhile, and its place may be taken.
  if (isBlocked(session, name) || !control.isOpen) return;
  const answer =
    argument.length > MOST_CHARACTERS ? { refused: 'unknown' as const } : await parts.backend.login(login);
  if ('refused' in answer) {
    refuse(session, name, answer.refused);
    return;
  }
  if (answer.plainLogins !== 'allowed' && !control.isSecure)
    throw new FtpRefusal(530, ENCRYPTION_NEEDED[answer.plainLogins]);
  await enter(session, login, answer);
}

const PASSWORD_WAS_READABLE = 'The password was sent unencrypted, so replace it.';
const ENCRYPTION_NEEDED = {
  'refused-by-source': `This import source accepts logins over TLS only: choose explicit TLS (FTPES) in the software, or allow logins without TLS in the settings of the import source. ${PASSWORD_WAS_READABLE}`,
  'refused-by-server': `This server accepts logins over TLS only: choose explicit TLS (FTPES) in the software. ${PASSWORD_WAS_READABLE}`,
};

function refuse(session: Session, name: string, reason: 'unknown' | 'unavailable' | 'held'): void {
  const { parts, network, control } = session;
  const outcome = reason === 'unavailable' ? reason : 'refused';
  parts.backend.note({ kind: 'login', outcome });
  if (reason === 'held') throw new FtpRefusal(530, 'The account of this import source is being closed.');
  if (reason === 'unavailable')
    throw new FtpRefusal(421, 'The login cannot be checked at the moment; try again later.');
  parts.loginHistory.failed({ user: name, network });
  if (!isBlocked(session, name)) control.reply(530, 'User or password is wrong.');
}

type Known = Exclude<LoginAnswer, { refused: unknown }>;

async function enter(
  session: Session,
  login: { user: string; password: string },
  { sourceId, accountId, folder: configured }: Known,
): Promise<void> {
  const { parts, control, network } = session;
  const folder = await parts.spool.folder(sourceId, accountId);
  await folder.ensureFolder(configured);
  if (!control.isOpen) return;
  const { source, account } = parts.sessionsOf(folder);
  if (source >= parts.limits.connectionsPerSource) {
    control.end(421, 'Too many connections of this import source.');
    return;
  }
  if (account >= parts.limits.connectionsPerAccount) {
    control.end(421, 'Too many connections of the import sources of this account.');
    return;
  }
  session.login = { ...login, folder };
  parts.loginHistory.succeeded({ user: login.user, network });
  parts.backend.note({ kind: 'login', outcome: 'accepted' });
  control.reply(230, 'Welcome.');
}

function authenticate(session: Session, { argument }: Given): void {
  const context = session.parts.secureContext();
  if (!context) throw new FtpRefusal(502, 'TLS is not available.');
  if (session.control.isSecure) throw new FtpRefusal(503, 'The connection is encrypted.');
  if (!/^(?:TLS|TLS-C|SSL)$/iu.test(argument)) throw new FtpRefusal(504, 'Use AUTH TLS.');
  // Commands from before the encryption are discarded.
  session.user = undefined;
  session.control.secure(context, 'Begin the TLS handshake.');
}

function protectBuffer({ control }: Session): void {
  if (!control.isSecure) throw new FtpRefusal(503, 'Use AUTH TLS first.');
  control.reply(200, 'PBSZ=0');
}

function protection(session: Session, { argument }: Given): void {
  if (!session.control.isSecure) throw new FtpRefusal(503, 'Use AUTH TLS first.');
  const level = argument.toUpperCase();
  if (level !== 'P' && level !== 'C') throw new FtpRefusal(504, 'Use PROT P.');
  session.isDataSecure = level === 'P';
  session.control.reply(200, `The protection level is ${level}.`);
}

export const ACCESS_COMMANDS = {
  USER: before(user),
  PASS: before(password),
  AUTH: before(authenticate),
  PBSZ: before(protectBuffer),
  PROT: before(protection),
  QUIT: before(({ control }) => control.end(221, 'Goodbye.')),
};
