import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'express';
import { z } from 'zod';

/** The response of a hook instead of a plain 200. */
export const Behaviour = z.strictObject({
  /** The number of deliveries that it applies to; without it, all until the next behaviour. */
  times: z.int().min(1).optional(),
  status: z.int().min(200).max(599).default(200),
  /** The milliseconds before the response. */
  delayMs: z.int().min(0).default(0),
  /** Closes the connection instead of responding. */
  closeSocket: z.literal(true).optional(),
  /** The Retry-After header: seconds, or an HTTP date. */
  retryAfter: z.union([z.string(), z.int().min(0)]).optional(),
  /** The milliseconds between single bytes of the body. */
  dripMs: z.int().min(0).optional(),
  body: z.string().default('{"ok":true}'),
});
export type Behaviour = z.output<typeof Behaviour>;

async function drip(response: Response, body: string, pauseMs: number): Promise<void> {
  for (const byte of Buffer.from(body)) {
    if (response.destroyed) return;
    response.write(Buffer.of(byte));
    await sleep(pauseMs, undefined, { ref: false });
  }
  response.end();
}

/** Responds to a delivery as ordered. */
export async function answer(
  response: Response,
  { status, delayMs, closeSocket, retryAfter, dripMs, body }: Behaviour,
): Promise<void> {
  if (delayMs) await sleep(delayMs, undefined, { ref: false });
  if (closeSocket) return void response.socket?.destroy();
  if (retryAfter !== undefined) response.set('retry-after', String(retryAfter));
  response.status(status).type('json');
  if (dripMs === undefined) response.send(body);
  else await drip(response, body, dripMs);
}
