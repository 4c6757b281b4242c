import type { Request, Response } from 'express';
import { invalid, messages } from './refusal.ts';

/** An authenticated call, with its user and its body. */
export type OfferCall = Request<Record<string, string>> & { user: string };
export type OfferHandler = (call: OfferCall, response: Response) => Promise<void> | void;
export type AddRoute = (
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  handle: OfferHandler,
) => void;

/** The JSON of a body. @throws Refusal 415 for anything else */
export function jsonOf({ body }: Request): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '');
  } catch {
    throw invalid('body', '', 'NO_JSON');
  }
}

const done = (code: string, message: string, id?: string) =>
  messages({ messageCode: code, message, ...(id !== undefined && { id }) });
export const created = (response: Response, path: string, id: string): void =>
  void response
    .status(201)
    .location(`${response.req.baseUrl}${path}/${id}`)
    .json(done('MESSAGE_RESOURCE_CREATED', `Resource with id [${id}] has been created.`, id));
export const updated = (response: Response): void =>
  void response.json(done('MESSAGE_RESOURCE_UPDATED', 'Resource has been updated.'));
export const deleted = (response: Response): void =>
  void response.json(done('MESSAGE_RESOURCE_DELETED', 'Resource has been deleted.'));
