import { setTimeout as pause } from 'node:timers/promises';
import type { NextFunction, Response } from 'express';
import type { MarketFault } from './market-faults.ts';
import { Refusal } from './refusal.ts';

/** The header of every response of the marketplace; a response of a proxy lacks it. */
export const TRACE_HEADER = 'l-is24-requestrefnum';

/** Replies according to the fault, or lets the call continue with the fault applied. */
export async function strike(fault: MarketFault, response: Response, next: NextFunction): Promise<void> {
  if (fault.hang) return;
  if (fault.delayMs !== undefined) await pause(fault.delayMs, undefined, { ref: false });
  setHeaders(fault, response);
  if (fault.cut === 'before') {
    response.socket?.destroy();
    return;
  }
  if (fault.cut !== undefined) response.end = cutting(response, fault.cut);
  if (fault.status === undefined) {
    next();
    return;
  }
  response.locals['ordered'] = true;
  if (fault.body === undefined)
    next(new Refusal(fault.status, fault.code ?? '', fault.message ?? 'as ordered'));
  else sendBody(fault.status, { ...fault, body: fault.body }, response);
}

function setHeaders({ retryAfter, remaining, location, proxy }: MarketFault, response: Response): void {
  if (retryAfter !== undefined) response.set('retry-after', String(retryAfter));
  if (remaining !== undefined) response.locals['remaining'] = remaining;
  if (location !== undefined) response.location(location);
  if (proxy) response.removeHeader(TRACE_HEADER);
}

function sendBody(
  status: number,
  { body, bodyBytes = body.length, contentType = 'text/html' }: MarketFault & { body: string },
  response: Response,
): void {
  const repeated = body === '' ? '' : body.repeat(Math.ceil(bodyBytes / body.length));
  response.status(status).type(contentType).send(Buffer.from(repeated));
}

/** Makes the response get lost after the work is done: all of it, or its second half. */
const cutting = (response: Response, where: 'after' | 'within'): Response['end'] =>
  ((chunk: string | Buffer = '') => {
    const bytes = Buffer.from(chunk);
    if (where === 'after') response.socket?.destroy();
    else response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy());
    return response;
  }) as Response['end'];
