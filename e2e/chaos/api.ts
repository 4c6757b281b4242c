import { setTimeout as pause } from 'node:timers/promises';
import type { Journal } from './journal.ts';

const TIMEOUT_MS = 20_000;
const AGAIN_AFTER_MS = 300;
/** A fault lasts some seconds; a call that fails for longer is a finding. */
const PATIENCE_MS = 180_000;

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

interface Call {
  method: string;
  path: string;
  body?: unknown;
  /** Makes it safe to send it again. */
  once?: string;
}

/** A customer who retries what failed, as the guide says, at one gateway after the other, until there is an answer. */
export class Customer {
  readonly #urls: readonly string[];
  readonly #key: string;
  readonly #journal: Journal;
  #tries = 0;

  constructor(urls: readonly string[], key: string, journal: Journal) {
    this.#urls = urls;
    this.#key = key;
    this.#journal = journal;
  }

  async call(call: Call): Promise<Answer> {
    const end = Date.now() + PATIENCE_MS;
    this.#journal.note('call', { ...call });
    for (;;) {
      const answer = await this.#try(call);
      if (answer && answer.status < 500 && !isForNow(answer)) {
        this.#journal.note('answer', { method: call.method, path: call.path, ...answer });
        return answer;
      }
      if (Date.now() > end) throw new Error(`${call.method} ${call.path} was not answered`);
      await pause(AGAIN_AFTER_MS);
    }
  }

  async #try({ method, path, body, once }: Call): Promise<Answer | undefined> {
    this.#tries += 1;
    const url = this.#urls[this.#tries % this.#urls.length] ?? '';
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#key}`,
          'content-type': 'application/json',
          ...(once !== undefined && { 'idempotency-key': once }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) };
    } catch {
      return undefined;
    }
  }

  /** Every resource of a list. */
  async all<T extends Record<string, unknown>>(path: string, idOf: (one: T) => string): Promise<T[]> {
    const all: T[] = [];
    for (;;) {
      const last = all.at(-1);
      const after = last === undefined ? '' : `&startAfter=${idOf(last)}`;
      const { body } = await this.call({ method: 'GET', path: `${path}?limit=100${after}` });
      const { data, hasMore } = body as { data: T[]; hasMore: boolean };
      all.push(...data);
      if (!hasMore) return all;
    }
  }
}

/** An earlier try of the same call is still under way. */
const isForNow = ({ status, body }: Answer): boolean =>
  status === 429 ||
  (status === 409 && ['idempotency-in-progress', 'listing-in-the-making'].includes(String(body['code'])));
