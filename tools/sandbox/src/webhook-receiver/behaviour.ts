import { setTimeout as sleep } from 'node:timers/promises';
import { InvalidInput } from '@estate/errors';
import type { Response } from 'express';

/** How a hook answers instead of with a plain 200. */
export interface Behaviour {
  /** How many deliveries it applies to; without it, all until the next behaviour. */
  times?: number;
  /** 200 unless given. */
  status?: number;
  /** Milliseconds of silence before the answer. */
  delayMs?: number;
  /** Closes the connection instead of answering. */
  closeSocket?: true;
  /** The Retry-After header: seconds, or an HTTP date. */
  retryAfter?: string | number;
  /** Sends the body byte by byte with this many milliseconds between. */
  dripMs?: number;
  /** `{"ok":true}` unless given. */
  body?: string;
}

const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;

const CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  times: (value) => isCount(value) && value !== 0,
  status: (value) => isCount(value) && Number(value) >= 200 && Number(value) <= 599,
  delayMs: isCount,
  closeSocket: (value) => value === true,
  retryAfter: (value) => typeof value === 'string' || isCount(value),
  dripMs: isCount,
  body: (value) => typeof value === 'string',
};

/** Reads a behaviour that came as JSON; throws InvalidInput naming the first field that makes no sense. */
export function parseBehaviour(value: unknown): Behaviour {
  if (typeof value !== 'object' || value === null) throw new InvalidInput('A behaviour is a JSON object.');
  for (const [key, setting] of Object.entries(value)) {
    const isGood = Object.hasOwn(CHECKS, key) ? CHECKS[key] : undefined;
    if (!isGood?.(setting)) throw new InvalidInput(`The field ${key} is unknown or has a wrong value.`);
  }
  return value;
}

async function drip(response: Response, body: string, pauseMs: number): Promise<void> {
  for (const byte of Buffer.from(body)) {
    if (response.destroyed) return;
    response.write(Buffer.of(byte));
    await sleep(pauseMs, undefined, { ref: false });
  }
  response.end();
}

/** Answers one delivery as ordered. */
export async function answer(response: Response, behaviour: Behaviour): Promise<void> {
  if (behaviour.delayMs) await sleep(behaviour.delayMs, undefined, { ref: false });
  if (behaviour.closeSocket) return void response.socket?.destroy();
  if (behaviour.retryAfter !== undefined) response.set('retry-after', String(behaviour.retryAfter));
  response.status(behaviour.status ?? 200).type('json');
  const body = behaviour.body ?? '{"ok":true}';
  if (behaviour.dripMs === undefined) response.send(body);
  else await drip(response, body, behaviour.dripMs);
}
