import type { Given } from '../command-table.ts';
import { FtpRefusal } from '../ftp-refusal.ts';
import type { Session } from '../session.ts';
import { after, before, says, withArgument } from './definition.ts';
import type { CommandDefinition } from './definition.ts';

const FEATURES = ['UTF8', 'SIZE', 'MDTM', 'MLST type*;size*;modify*;', 'REST STREAM', 'EPSV', 'PASV', 'TVFS'];

function features({ parts, control }: Session): void {
  const ofTls = parts.secureContext() ? ['AUTH TLS', 'PBSZ', 'PROT'] : [];
  control.reply(211, 'Features:', ...FEATURES, ...ofTls, 'End');
}

/** A command that accepts some arguments, which are all the same to a server that stores bytes as they come. */
const accepts = (allowed: RegExp, code: number): CommandDefinition =>
  after(({ control }, { argument }) => {
    if (!allowed.test(argument)) throw new FtpRefusal(code, 'This argument is not supported.');
    control.reply(200, 'Done.');
  });

function restart(session: Session, { argument }: Given): void {
  const offset = /^\d{1,15}$/u.test(argument) ? Number(argument) : undefined;
  if (offset === undefined) throw new FtpRefusal(501, 'Give a number of bytes.');
  session.restartAt = offset;
  session.control.reply(350, `The next transfer starts at byte ${offset}.`);
}

function makePassive(session: Session): Promise<void> {
  return openPassive(session, (port) => {
    const address = session.parts.publicAddress ?? session.localAddress.replace(/^::ffff:/iu, '');
    if (!/^\d+\.\d+\.\d+\.\d+$/u.test(address)) throw new FtpRefusal(425, 'Use EPSV.');
    const numbers = [...address.split('.'), port >> 8, port & 0xff].join(',');
    session.control.reply(227, `Entering Passive Mode (${numbers}).`);
  });
}

function makeExtendedPassive(session: Session, { argument }: Given): Promise<void> | void {
  if (argument.toUpperCase() === 'ALL') {
    session.control.reply(200, 'Done.');
    return;
  }
  if (argument !== '' && argument !== '1' && argument !== '2')
    throw new FtpRefusal(522, 'Use network protocol 1 or 2 (1,2).');
  return openPassive(session, (port) =>
    session.control.reply(229, `Entering Extended Passive Mode (|||${port}|)`),
  );
}

async function openPassive(session: Session, announce: (port: number) => void): Promise<void> {
  const channel = await session.openChannel();
  try {
    announce(channel.port);
  } catch (error) {
    session.closeChannel();
    throw error;
  }
}

export const SETTING_COMMANDS = {
  FEAT: before(features),
  OPTS: before(({ control }, { argument }) => {
    if (!/^(?:UTF-?8(?: ON)?|MLST.*)$/iu.test(argument))
      throw new FtpRefusal(501, 'This option is not supported.');
    control.reply(200, 'Done.');
  }),
  SYST: before(says(215, 'UNIX Type: L8')),
  NOOP: before(says(200, 'Done.')),
  HELP: before(says(214, 'Log in and upload OpenImmo packages (ZIP or XML) with STOR.')),
  CLNT: before(says(200, 'Done.')),
  TYPE: accepts(/^(?:[AI](?: N)?|L 8)$/iu, 504),
  MODE: accepts(/^S$/iu, 504),
  STRU: accepts(/^F$/iu, 504),
  ALLO: after(says(202, 'Not needed.')),
  ACCT: after(says(202, 'Not needed.')),
  // A transfer that ran has been ended by then, with a reply of its own.
  ABOR: after(says(226, 'No transfer is running.')),
  STAT: after(says(211, 'The server is ready.')),
  // Programs set modes of files after an upload and stop when that fails.
  SITE: withArgument(({ control }, { argument }) => {
    if (!/^CHMOD /iu.test(argument)) throw new FtpRefusal(504, 'This command is not supported.');
    control.reply(200, 'Ignored.');
  }),
  REST: withArgument(restart),
  PASV: after(makePassive),
  EPSV: after(makeExtendedPassive),
  PORT: after(says(502, 'Only passive mode is supported; use PASV or EPSV.')),
  EPRT: after(says(502, 'Only passive mode is supported; use PASV or EPSV.')),
};
