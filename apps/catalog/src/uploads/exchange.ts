import type { IncomingMessage, ServerResponse } from 'node:http';
import { UPLOAD_REFUSALS } from '@estate/contracts';
import type { UploadRefusal, UploadRefusalCode } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import type { AttachmentFailure } from '../domain/attachment-failure.ts';
import type { UploadSummary } from '../telemetry.ts';

/** A request that brings files, and its response. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Answers a request; the signal is aborted when nobody waits for the answer any more. */
export async function answering(
  { request, response }: Exchange,
  onReceived: (summary: UploadSummary) => void,
  answer: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    await answer(gone.signal);
  } catch (error) {
    // No caller waits for a response.
    if (request.destroyed && !request.complete) onReceived('interrupted');
    else if (error instanceof Unavailable) unavailable(response, error);
    else throw error;
  }
}

/** The request stays open when no more of it is read, so that it can be answered. */
export const bodyOf = (request: IncomingMessage): AsyncIterable<Buffer> =>
  request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;

/** Node reads what is left of the request, so that the connection can be used again. */
export function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

function unavailable(response: ServerResponse, { message, retryAfterMs }: Unavailable): void {
  response.setHeader('retry-after', String(Math.ceil(retryAfterMs / 1000)));
  reply(response, 503, { error: message });
}

/** The same file is always refused. */
export function refusalOf({ code, words }: AttachmentFailure): UploadRefusal {
  if (!isRefusal(code)) throw new Error(`an upload cannot fail with ${code}`);
  return { code, error: `The file ${words}.` };
}

const isRefusal = (code: string): code is UploadRefusalCode => code in UPLOAD_REFUSALS;
