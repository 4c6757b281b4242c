import type { Socket } from 'node:net';
import { isAbsolute, join, normalize } from 'node:path';
import { FileSystem } from 'ftp-srv';
import type { FtpConnection } from 'ftp-srv';
import type { FtpFaults } from './ftp-faults.ts';
import { cut } from './ftp-session.ts';
import type { FtpSession } from './ftp-session.ts';
import type { SessionGuard } from './session-guard.ts';
import { UploadStream } from './upload-stream.ts';

export interface PortalFileSystemParts {
  connection: FtpConnection;
  session: FtpSession;
  guard: SessionGuard;
  faults: FtpFaults;
  username: string;
  root: string;
  /** Called for every file that is complete under its name, before the client gets the reply. */
  arrived(path: string): Promise<void>;
}

/** A user's directory for an FTP session. */
export class PortalFileSystem extends FileSystem {
  readonly #parts: PortalFileSystemParts;

  constructor(parts: PortalFileSystemParts) {
    super(parts.connection, { root: parts.root, cwd: '/' });
    this.#parts = parts;
  }

  override write(fileName: string, options: { append?: boolean; start?: number } = {}): unknown {
    const { session, guard, faults, username, arrived } = this.#parts;
    const stream = new UploadStream({
      path: this.pathOf(fileName),
      append: options.append ?? false,
      start: options.start ?? 0,
      diskFull: faults.strike('diskFull', username),
      dropDataAt: faults.strike('dropDataAt', username),
      slowMs: faults.strike('slowMs', username),
      damagedByte: faults.strike('damagedByte', username),
      cut: () => cut(session),
      refuse: (refusal) => guard.refuse(refusal),
      completed: arrived,
    });
    closeWith(session.connector.socket, stream);
    return { stream, clientPath: fileName };
  }

  override async rename(from: string, to: string): Promise<void> {
    await super.rename(from, to);
    await this.#parts.arrived(this.pathOf(to));
  }

  /** The path on disk of a file that the client names. */
  pathOf(name: string): string {
    const wanted = name.replaceAll('\\', '/');
    const inside = isAbsolute(wanted) ? normalize(wanted) : join('/', this.cwd, wanted);
    return join(this.root, inside);
  }
}

/** Closes a stream with its data connection: ftp-srv forgets a stream whose data connection ends first, and the file would stay open. */
function closeWith(data: Socket | null, stream: UploadStream): void {
  const close = () => {
    if (!stream.writableEnded) stream.destroy();
  };
  if (!data || data.destroyed) close();
  else data.once('close', close);
}
