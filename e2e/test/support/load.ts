import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Makes a call that counts as failed unless it is answered with 2xx. Nothing is retried. */
export type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

interface Plan<T> {
  url: string;
  key: string;
  /** How many take turns at the same time, each with one call after the other over a connection of its own. */
  workers: number;
  turn: (call: Call, nth: number) => Promise<T>;
}

export interface Load<T> {
  /** Lets the turns under way end. */
  stop(): Promise<{ calls: number; failures: readonly string[]; made: readonly T[] }>;
}

const REST_MS = 300;
/** Turns over one connection; after them a worker opens another one, as a restarted process of a customer does. */
const TURNS = 10;

/** Calls an API over kept connections until `stop` is called. */
export function startLoad<T>({ url, key, workers, turn }: Plan<T>): Load<T> {
  const failures: string[] = [];
  const made: T[] = [];
  let calls = 0;
  let turns = 0;
  let isOver = false;
  const callOver =
    (agent: Agent): Call =>
    async <R>(method: string, path: string, body?: unknown) => {
      calls += 1;
      const { status, text } = await exchange({ url: `${url}${path}`, agent, key, method, body });
      if (status < 200 || status > 299) throw new Error(`${method} ${path}: ${String(status)} ${text}`);
      return JSON.parse(text) as R;
    };
  const work = async () => {
    while (!isOver) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let count = 0; count < TURNS && !isOver; count += 1) {
        await turn(callOver(agent), turns++).then(
          (result) => made.push(result),
          (error: unknown) => failures.push(`${new Date().toISOString()} ${String(error)}`),
        );
        await pause(REST_MS);
      }
      agent.destroy();
    }
  };
  const running = Promise.all(Array.from({ length: workers }, work));
  return {
    stop: async () => {
      isOver = true;
      await running;
      return { calls, failures, made };
    },
  };
}

interface Exchange {
  url: string;
  agent: Agent;
  key: string;
  method: string;
  body: unknown;
}

/** One request over the agent's connection; node:http repeats none. */
function exchange({ url, agent, key, method, body }: Exchange): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      });
    });
    asked.on('error', (error) => {
      reject(new Error(`${method} ${url}: ${error.message}`, { cause: error }));
    });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
