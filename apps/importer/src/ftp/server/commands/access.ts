import type { LoginAnswer } from '../backend.ts';
import type { Given } from '../command-table.ts';
import { FtpRefusal } from '../ftp-refusal.ts';
import type { Session } from '../session.ts';
import { before } from './definition.ts';

const MOST_CHARACTERS = 200;

function user(session: Session, { argument }: Given): void {
  if (session.login) throw new FtpRefusal(503, 'You are logged in.');
  if (session.parts.failedLogins.isBlocked(session.address)) {
    session.parts.backend.note({ kind: 'login', outcome: 'blocked' });
    session.control.end(421, 'Too many failed logins; try again later.');
    return;
  }
  session.user = argument.slice(0, MOST_CHARACTERS);
  session.control.reply(331, 'Send the password with PASS.');
}

async function password(session: Session, { argument }: Given): Promise<void> {
  const { parts, user: name, control } = session;
  if (session.login || name === undefined || name === '') throw new FtpRefusal(503, 'Send USER first.');
  session.user = undefined;
  const login = { user: name, password: argument };
  const answer =
    argument.length > MOST_CHARACTERS ? { refused: 'unknown' as const } : await parts.backend.login(login);
  if ('refused' in answer) {
    if (answer.refused === 'unknown') return session.failLogin();
    if (answer.refused === 'held') {
      parts.backend.note({ kind: 'login', outcome: 'refused' });
      throw new FtpRefusal(530, 'The account of this import source is being closed.');
    }
    parts.backend.note({ kind: 'login', outcome: 'unavailable' });
    throw new FtpRefusal(421, 'The login cannot be checked at the moment; try again later.');
  }
  if (answer.requiresTls && !control.isSecure)
    throw new FtpRefusal(530, 'This import source needs explicit TLS; use AUTH TLS before the login.');
  await enter(session, login, answer);
}

type Known = Exclude<LoginAnswer, { refused: unknown }>;

async function enter(
  session: Session,
  login: { user: string; password: string },
  { sourceId, folder: configured }: Known,
): Promise<void> {
  const { parts, control } = session;
  const folder = await parts.spool.folder(sourceId);
  await folder.ensureFolder(configured);
  if (!control.isOpen) return;
  if (parts.join(sourceId) > parts.limits.connectionsPerSource) {
    parts.leave(sourceId);
    control.end(421, 'Too many connections of this import source.');
    return;
  }
  session.login = { ...login, folder };
  parts.failedLogins.succeeded(session.address);
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
