import type { Stats } from 'node:fs';
import type { Socket } from 'node:net';

export type ListedFile = Stats & { name: string };

/** The parts of an ftp-srv connection that its types leave out. */
export interface FtpSession {
  readonly id: string;
  username?: string;
  /** Present after the login. */
  fs?: {
    pathOf(name: string): string;
    get(name: string): PromiseLike<ListedFile>;
    list(folder: string): PromiseLike<ListedFile[]>;
  };
  commandSocket: Socket;
  connector: { socket: Socket | null; waitForConnection(): PromiseLike<Socket>; end(): void };
  commands: { handle(line: string): PromiseLike<unknown> };
  reply(options: number | { code?: number }, ...letters: unknown[]): PromiseLike<unknown>;
}

/** A refusal with the FTP reply code to answer with. */
export class FtpRefusal extends Error {
  override readonly name = 'FtpRefusal';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Cuts the control and the data connection without a reply. */
export function cut(session: FtpSession): void {
  session.connector.socket?.destroy();
  session.commandSocket.destroy();
}
