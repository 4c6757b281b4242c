import { ServiceError } from '@estate/errors';
import express from 'express';
import type { Request, Response } from 'express';
import { requireJsonShape } from './json-shape.ts';
import { HttpRefusal, refusal } from './problem.ts';

/**
 * The factor up to which a body that is too large is read before it is refused, so that a caller who is still sending can read the error. A
 * larger announced size is refused at once.
 */
const DRAINED_LIMITS = 10;

export type BodyReader = (request: Request, response: Response) => Promise<unknown>;

/** Reads a JSON body of at most `limitBytes`; refuses other types, other content and larger bodies with a message. */
export function jsonReader(limitBytes: number): BodyReader {
  const parse = express.json({ limit: limitBytes, strict: false, type: () => true, verify });
  return async (request, response) => {
    if (!hasBody(request)) return undefined;
    if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
      throw refusal(
        415,
        'unsupported-media-type',
        'The body must be JSON, sent with the header Content-Type: application/json.',
      );
    }
    if (Number(request.headers['content-length']) > limitBytes * DRAINED_LIMITS) throw tooLarge(limitBytes);
    await new Promise<void>((resolve, reject) => {
      parse(request, response, (error?: unknown) => {
        if (error === undefined) resolve();
        else reject(refusalOf(error, limitBytes));
      });
    });
    return request.body as unknown;
  };
}

/** Checks the body after decompression and before it is parsed. */
// oxlint-disable-next-line max-params -- the parser gives its callback four
function verify(_request: unknown, _response: unknown, bytes: Buffer, charset: string): void {
  if (charset !== 'utf-8') throw notUtf8();
  requireJsonShape(bytes);
}

const notUtf8 = () =>
  refusal(
    415,
    'unsupported-media-type',
    'The body must be UTF-8. It may be compressed with gzip, deflate, br or zstd.',
  );

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function refusalOf(error: unknown, limitBytes: number): Error {
  if (error instanceof HttpRefusal || error instanceof ServiceError) return error;
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  switch (type) {
    case 'entity.too.large':
      return tooLarge(limitBytes);
    case 'entity.parse.failed':
      return refusal(400, 'malformed-json', `The body is not valid JSON: ${(error as Error).message}.`);
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return notUtf8();
    default:
      return isOfSender(error) ? unreadable() : asError(error);
  }
}

const tooLarge = (limitBytes: number) =>
  refusal(413, 'body-too-large', `The body is larger than ${String(limitBytes)} bytes.`);

const unreadable = () => refusal(400, 'unreadable-body', 'The body does not match its headers.');

/** The parser's errors that the sender causes: a truncated body, another length, or not compressed as announced. */
const isOfSender = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500;

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
