export interface CommandEntry {
  number: number;
  at: string;
  /** Tells the sessions apart. */
  connection: string;
  user: string | undefined;
  command: string;
  /** Passwords are masked. */
  argument: string;
  /** The last reply to the command; absent while none was given (or the session hangs). */
  reply?: number;
}

const KEPT = 5000;

/** Every FTP command the portal was given, oldest first; only the newest 5000 are kept. */
export class CommandLog {
  readonly #entries: CommandEntry[] = [];
  #count = 0;

  begin(connection: string, user: string | undefined, line: string): CommandEntry {
    const [verb = '', ...rest] = line.trim().split(' ');
    const command = verb.toUpperCase();
    this.#count += 1;
    const argument = command === 'PASS' ? '********' : rest.join(' ');
    const entry = { number: this.#count, at: new Date().toISOString(), connection, user, command, argument };
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
