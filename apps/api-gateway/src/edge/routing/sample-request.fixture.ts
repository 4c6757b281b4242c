import type { HttpRequest } from '@estate/http';

/** A request to create something, as routes receive it. */
export const sampleRequest = (fields: Partial<HttpRequest>): HttpRequest => ({
  method: 'POST',
  url: '/',
  query: {},
  headers: {},
  requestId: 'request-1',
  address: '192.0.2.1',
  answerHeaders: {},
  notes: {},
  params: {},
  body: undefined,
  ...fields,
});
