import type { FtpSession, ListedFile } from './ftp-session.ts';

/** The time has seconds, which `LIST` of ftp-srv leaves out. */
const factsOf = (file: ListedFile): string => {
  const modify = file.mtime.toISOString().replaceAll(/\D/g, '').slice(0, 'YYYYMMDDHHMMSS'.length);
  const type = file.isDirectory() ? 'dir' : 'file';
  return `type=${type};size=${String(file.size)};modify=${modify}; ${file.name}`;
};

/** `MLSD` of RFC 3659: the files of a folder. */
export async function answerMlsd(session: FtpSession, path: string): Promise<void> {
  const { connector, fs } = session;
  if (!fs) {
    await session.reply(530, 'Log in first.');
    return;
  }
  try {
    const data = await connector.waitForConnection();
    const files = await fs.list(path || '.');
    await session.reply(150);
    data.write(files.map((file) => `${factsOf(file)}\r\n`).join(''));
    await session.reply(226);
  } catch {
    await session.reply(550, 'No such folder.');
  } finally {
    connector.end();
  }
}

/** `MLST` of RFC 3659: one file, or a folder itself. */
export async function answerMlst(session: FtpSession, path: string): Promise<void> {
  if (!session.fs) {
    await session.reply(530, 'Log in first.');
    return;
  }
  try {
    const facts = factsOf(await session.fs.get(path || '.'));
    await session.reply(250, 'Listing', { message: ` ${facts}`, raw: true }, 'End');
  } catch {
    await session.reply(550, 'No such file.');
  }
}
