import { randomUUID } from 'node:crypto';
import type { Given } from '../command-table.ts';
import { FtpRefusal } from '../ftp-refusal.ts';
import { isLooseFile, nameOf, parentOf } from '../paths.ts';
import type { Session } from '../session.ts';
import { announce, receiveFile, sendText } from '../transfers.ts';
import { entryAt } from './directories.ts';
import { after, withArgument } from './definition.ts';

async function store(session: Session, name: string, start: number | 'end'): Promise<void> {
  const path = session.path(name);
  if (isLooseFile(path))
    throw new FtpRefusal(
      553,
      'Only packages are accepted: a ZIP file, or an XML file; put other files into the ZIP file.',
    );
  const { login, parts } = session;
  if (!login || !(await parts.backend.isValid(login))) {
    session.control.end(
      421,
      'The import source was deleted, its password was changed, or its account is being closed.',
    );
    return;
  }
  await receiveFile(session, path, start);
}

function renameFrom(session: Session, { argument }: Given): void {
  const path = session.path(argument);
  if (session.folder.find(path)?.kind !== 'file') throw new FtpRefusal(550, 'There is no such file.');
  session.renameFrom = path;
  session.control.reply(350, 'Send the new name with RNTO.');
}

async function renameTo(session: Session, { argument, renameFrom: from }: Given): Promise<void> {
  if (from === undefined) throw new FtpRefusal(503, 'Send RNFR first.');
  const to = session.path(argument);
  if (isLooseFile(to)) throw new FtpRefusal(553, 'Only packages are accepted: a ZIP file, or an XML file.');
  await session.folder.rename(from, to);
  await announce(session, to);
  session.control.reply(250, 'The file was renamed.');
}

async function remove(session: Session, { argument }: Given): Promise<void> {
  await session.folder.removeFile(session.path(argument));
  session.control.reply(250, 'The file was removed.');
}

/** Result files alone: what was uploaded is not given to anybody. */
async function retrieve(session: Session, { argument, restartAt }: Given): Promise<void> {
  const { path } = await entryAt(session, argument);
  const { parts, folder } = session;
  const result = { sourceId: folder.sourceId, folder: parentOf(path), name: nameOf(path) };
  const text = folder.find(path) === undefined ? await parts.backend.result(result) : undefined;
  if (text === undefined) throw new FtpRefusal(550, 'Only result files can be downloaded.');
  await sendText(session, text, restartAt);
}

export const FILE_COMMANDS = {
  STOR: withArgument((session, { argument, restartAt }) => store(session, argument, restartAt)),
  APPE: withArgument((session, { argument }) => store(session, argument, 'end')),
  STOU: after((session) => store(session, `${randomUUID()}.zip`, 0)),
  RNFR: withArgument(renameFrom),
  RNTO: withArgument(renameTo),
  DELE: withArgument(remove),
  RETR: withArgument(retrieve),
};
