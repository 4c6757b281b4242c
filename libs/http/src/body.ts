import express from 'express';
import type { Request, Response } from 'express';
import { HttpRefusal } from './problem.ts';

export type BodyReader = (request: Request, response: Response) => Promise<unknown>;

/** Reads a JSON body of at most `limitBytes`; what is no JSON, too large or of another type is refused in words. */
export function jsonReader(limitBytes: number): BodyReader {
  const parse = express.json({ limit: limitBytes, strict: false, type: () => true });
  return async (request, response) => {
    if (!hasBody(request)) return undefined;
    if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
      throw new HttpRefusal({
        status: 415,
        code: 'unsupported-media-type',
        message: 'The body must be JSON, sent with the header Content-Type: application/json.',
      });
    }
    await new Promise<void>((resolve, reject) => {
      parse(request, response, (error?: unknown) => {
        if (error === undefined) resolve();
        else reject(refusalOf(error, limitBytes));
      });
    });
    return request.body as unknown;
  };
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function refusalOf(error: unknown, limitBytes: number): Error {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  switch (type) {
    case 'entity.too.large':
      return new HttpRefusal({
        status: 413,
        code: 'body-too-large',
        message: `The body is larger than ${String(limitBytes)} bytes.`,
      });
    case 'entity.parse.failed':
      return new HttpRefusal({
        status: 400,
        code: 'malformed-json',
        message: `The body is not valid JSON: ${(error as Error).message}.`,
      });
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return new HttpRefusal({
        status: 415,
        code: 'unsupported-media-type',
        message: 'The body must be UTF-8, and compressed with gzip or deflate if at all.',
      });
    case undefined:
      return error instanceof Error ? error : new Error(String(error));
    default:
      return new HttpRefusal({
        status: 400,
        code: 'unreadable-body',
        message: 'The body did not arrive as it was announced.',
      });
  }
}
