import { request as requestPlainly } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { FEEDS_PATH } from '@estate/contracts';
import { NotFound, Unavailable } from '@estate/errors';
import { HttpRefusal } from '@estate/http';
import type { HttpAnswer, HttpRequest, SentFile } from '@estate/http';

interface FeedsOptions {
  /** The internal address of the distribution. */
  distributionUrl: string;
}

/** The request headers that affect the response. */
const ASKED = ['accept-encoding', 'if-none-match', 'if-range', 'range', 'user-agent'];
const ANSWERED = [...['accept-ranges', 'cache-control', 'content-encoding', 'content-range', 'etag', 'vary']];

/** The time without a byte after which the distribution counts as stopped. */
const IDLE_MS = 60_000;

/** Passes feeds from the distribution, streamed, so that the gateway never holds all of one. */
export class Feeds {
  readonly #options: FeedsOptions;

  constructor(options: FeedsOptions) {
    this.#options = options;
  }

  /** The response; null if there is no such feed or photo. @throws HttpRefusal 429, Unavailable */
  async get(path: string, request: HttpRequest): Promise<HttpAnswer | null> {
    const url = new URL(`${FEEDS_PATH}${path}`, this.#options.distributionUrl);
    const { method } = request;
    const response = await open(url, { method, headers: askedFor(request) }).catch((cause: unknown) => {
      throw unavailable(cause);
    });
    switch (response.statusCode) {
      case 200:
      case 206:
        // Drains the response, because a response to HEAD has no reader.
        if (method === 'HEAD') response.resume();
        return {
          ...{ status: response.statusCode, headers: passedOn(response), file: fileOf(response) },
          isFinal: true,
        };
      case 304:
        response.resume();
        return { status: 304, headers: passedOn(response), isFinal: true };
      case 416:
        response.resume();
        throw new HttpRefusal({
          ...{ status: 416, code: 'range-not-satisfiable', headers: passedOn(response) },
          message: 'The document ends before the range in the header Range begins.',
        });
      case 404:
        response.resume();
        return null;
      case 410:
        // Websites request photos that were replaced. They guess no addresses, so it counts as no failed attempt.
        response.resume();
        throw new NotFound('The photo is no longer part of the feed.', { code: 'feed-not-found' });
      default:
        response.resume();
        throw refused(response);
    }
  }
}

function askedFor({ headers, address }: HttpRequest): OutgoingHttpHeaders {
  const passed = ASKED.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, headers[name]] as const],
  );
  return { ...Object.fromEntries(passed), 'x-forwarded-for': address };
}

const passedOn = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    ANSWERED.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );

function fileOf(response: IncomingMessage): SentFile {
  const { 'content-length': size, 'content-type': mediaType = 'application/octet-stream' } = response.headers;
  return {
    mediaType,
    ...(size !== undefined && { size: Number(size) }),
    open: () => Promise.resolve(response),
  };
}

function refused({ statusCode, headers }: IncomingMessage): Error {
  if (statusCode === 429) {
    const seconds = headers['retry-after'] ?? '60';
    return new HttpRefusal({
      status: 429,
      code: 'rate-limited',
      message: `The feed is fetched too often. Try again in ${seconds} seconds.`,
      headers: { 'retry-after': seconds },
    });
  }
  return unavailable(new Error(`It returned the status ${String(statusCode)}.`));
}

const unavailable = (cause: unknown) =>
  new Unavailable('distribution is unavailable.', { code: 'service-unavailable', cause });

function open(url: URL, options: { method: string; headers: OutgoingHttpHeaders }): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestSecurely : requestPlainly;
  return new Promise((resolve, reject) => {
    const request = send(url, options, resolve).once('error', reject);
    request.setTimeout(IDLE_MS, () => request.destroy(new Error('It does not answer.')));
    request.end();
  });
}
