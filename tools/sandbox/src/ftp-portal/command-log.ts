export interface CommandEntry {
  number: number;
  at: string;
  /** The id of the session. */
  connection: string;
  /** True if it was sent over TLS. */
  encrypted: boolean;
  user: string | undefined;
  command: string;
  /** The argument, with passwords masked. */
  argument: string;
  /** The last reply to the command; absent if there is none yet (or the session hangs). */
  reply?: number;
}

type Origin = Pick<CommandEntry, 'connection' | 'encrypted' | 'user'>;

const KEPT = 5000;

/** Every FTP command that the portal received, oldest first; only the newest 5000 are kept. */
export class CommandLog {
  readonly #entries: CommandEntry[] = [];
  #count = 0;

  begin({ connection, encrypted, user }: Origin, line: string): CommandEntry {
    const [verb = '', ...rest] = line.trim().split(' ');
    const command = verb.toUpperCase();
    this.#count += 1;
    const argument = command === 'PASS' ? '********' : rest.join(' ');
    const origin = { connection, encrypted, user };
    const entry = { number: this.#count, at: new Date().toISOString(), ...origin, command, argument };
    this.#entries.push(entry);
    if (this.#entries.length > KEPT) this.#entries.shift();
    return entry;
  }

  get count(): number {
    return this.#count;
  }

  entries(): readonly CommandEntry[] {
    return this.#entries;
  }
}
