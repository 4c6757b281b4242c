import { route } from '@estate/http';
import type { HttpAnswer, HttpRequest, HttpRoute } from '@estate/http';

/** Defines a route that anyone may read. */
export const openRoute = (
  path: string,
  handle: (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>,
): HttpRoute =>
  route({
    method: 'GET',
    path,
    admit: () => Promise.resolve(undefined),
    handle: async (request) => handle(request),
  });
