import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** What was done to the system and what it answered, kept outside of it: one JSON line each. */
export class Journal {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true });
  }

  note(what: string, about: Record<string, unknown> = {}): void {
    appendFileSync(this.#path, `${JSON.stringify({ at: new Date().toISOString(), what, ...about })}\n`);
  }
}
