import type { ServiceEvent } from './contract-types.ts';
import { readWebhook } from './verify-webhook.ts';
import type { RawBody } from './verify-webhook.ts';

type NodeHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A request of `node:http`, or of Express and what is built on it. */
export interface NodeRequest {
  readonly headers: NodeHeaders;
  /** What a parser of the body has left, for example that of `express.raw`. */
  readonly body?: unknown;
  [Symbol.asyncIterator](): AsyncIterator<unknown>;
}

/** A request of `fetch`, as servers for Deno, Bun, Cloudflare and Next.js hand it over. */
export interface FetchRequest {
  readonly headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
}

const HEADER = 'service-signature';

/**
 * Reads the body of a request, verifies it and returns its event. Nothing may have parsed the body before: behind Express it is read by
 * `express.raw`, or by nothing.
 * @throws WebhookError if the delivery is not valid, TypeError if the bytes of the body are lost
 */
export async function readWebhookRequest(
  request: FetchRequest | NodeRequest,
  key: string | readonly string[],
  toleranceSeconds?: number,
): Promise<ServiceEvent> {
  if ('arrayBuffer' in request) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    return readWebhook(bytes, request.headers.get(HEADER), key, toleranceSeconds);
  }
  const header = request.headers[HEADER];
  return readWebhook(await bodyOf(request), header?.toString(), key, toleranceSeconds);
}

async function bodyOf(request: NodeRequest): Promise<RawBody> {
  const { body } = request;
  if (body instanceof Uint8Array || typeof body === 'string') return body;
  if (body !== undefined) {
    throw new TypeError(
      'The body was parsed before it could be verified. Use express.raw for this route, or no body parser.',
    );
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) {
    chunks.push(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : (chunk as Uint8Array));
  }
  return joined(chunks);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
