import { request as requestPlainly } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { request as requestSecurely } from 'node:https';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Unavailable } from '@estate/errors';
import type { z } from 'zod';

interface Upload {
  body: Readable;
  headers?: OutgoingHttpHeaders;
  service: string;
}

/** The possible responses of the service. */
interface Answers<S, R> {
  stored: z.ZodType<S>;
  refused: z.ZodType<R>;
  /** The statuses of refusals. */
  refusals: readonly number[];
}

const STORED: readonly number[] = [200, 201];

/** Passes an upload to the service that stores it, while it arrives. @throws Unavailable for any other response */
export async function putUpload<S, R>(
  url: URL,
  { body, headers = {}, service }: Upload,
  { stored, refused, refusals }: Answers<S, R>,
): Promise<{ stored: S } | { refused: R }> {
  try {
    const { status, answered } = await put(url, body, headers);
    if (STORED.includes(status)) return { stored: stored.parse(JSON.parse(answered)) };
    if (refusals.includes(status)) return { refused: refused.parse(JSON.parse(answered)) };
    throw new Error(`It returned the status ${String(status)}.`);
  } catch (cause) {
    throw new Unavailable(`${service} is unavailable.`, { code: 'service-unavailable', cause });
  }
}

/** Resolves with the whole response, even if it arrives before all of the body was sent. */
async function put(
  url: URL,
  body: Readable,
  headers: OutgoingHttpHeaders,
): Promise<{ status: number; answered: string }> {
  const send = url.protocol === 'https:' ? requestSecurely : requestPlainly;
  const request = send(url, { method: 'PUT', headers });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const cut = () => {
      if (!body.readableEnded) request.destroy(new Error('The caller ended the connection.'));
    };
    body.once('close', cut);
    request.once('error', reject);
    // The caller may have closed the connection before the upload began; nothing would end the request then.
    if (body.destroyed) cut();
    request.once('response', (answer) => {
      body.off('close', cut);
      body.unpipe(request);
      // The rest of the body is not needed.
      body.resume();
      resolve(answer);
    });
    body.pipe(request);
  });
  try {
    return { status: response.statusCode ?? 0, answered: await text(response) };
  } finally {
    // An unfinished upload keeps its connection, which nothing else can use.
    if (!request.writableEnded) request.destroy();
  }
}
