import type { Arrived, Backend, FtpNote } from './backend.ts';
import { FtpRefusal } from './ftp-refusal.ts';
import type { Answers, FromProcess, Question, ToProcess } from './order.ts';

const ANSWER_TIMEOUT_MS = 10_000;

type Waiting = (answer: unknown) => void;

/** Asks the service over the channel between the two processes. */
export class RemoteBackend implements Backend {
  readonly #send: (message: FromProcess) => void;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor(send: (message: FromProcess) => void) {
    this.#send = send;
  }

  answered({ id, answer }: Extract<ToProcess, { kind: 'answer' }>): void {
    this.#waiting.get(id)?.(answer);
  }

  async login(login: { user: string; password: string }): Promise<Answers['login']> {
    return (await this.#ask<'login'>({ ask: 'login', ...login })) ?? { refused: 'unavailable' };
  }

  async isValid({ user, password }: { user: string; password: string }): Promise<boolean> {
    return required(await this.#ask<'isValid'>({ ask: 'isValid', user, password }));
  }

  async results(sourceId: string): Promise<Answers['results']> {
    return required(await this.#ask<'results'>({ ask: 'results', sourceId }));
  }

  async result(file: { sourceId: string; folder: string; name: string }): Promise<string | undefined> {
    const answer = await this.#ask<'result'>({ ask: 'result', ...file });
    return answer ?? undefined;
  }

  /** Nobody waits for a service that cannot answer: only the order of packages depends on it. */
  async arrived(arrived: Arrived): Promise<void> {
    await this.#ask<'arrived'>({ ask: 'arrived', ...arrived });
  }

  note(note: FtpNote): void {
    this.#send({ kind: 'note', note });
  }

  /** Undefined when the service cannot answer at the moment. */
  async #ask<K extends keyof Answers>(question: Question): Promise<Answers[K] | undefined> {
    this.#last += 1;
    const id = this.#last;
    const answer = await new Promise<unknown>((resolve) => {
      this.#waiting.set(id, resolve);
      setTimeout(resolve, ANSWER_TIMEOUT_MS).unref();
      this.#send({ kind: 'question', id, question });
    });
    this.#waiting.delete(id);
    const isFailed = typeof answer === 'object' && answer !== null && 'failed' in answer;
    return isFailed ? undefined : (answer as Answers[K] | undefined);
  }
}

function required<T>(answer: T | undefined): T {
  if (answer === undefined) throw new FtpRefusal(450, 'This is not possible at the moment; try again later.');
  return answer;
}
