import type { Express, Request, Response } from 'express';
import { preflight } from './cors.ts';
import { HttpRefusal, refusal } from './problem.ts';
import type { HttpAnswer, HttpRoute } from './route.ts';

export type Handler = (request: Request, response: Response) => Promise<void>;

/** The path in the syntax of Express: `/properties/:id` for `/properties/{id}`. */
export const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Registers a handler for exactly the method and path of a route. */
export function mount(app: Express, { method, path }: HttpRoute, handler: Handler): void {
  app[method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'](expressPath(path), handler);
}

/** The methods of each path, including HEAD and OPTIONS. */
export function methodsByPath(routes: readonly HttpRoute[]): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { method, path } of routes) {
    const known = methods.get(path) ?? ['OPTIONS'];
    methods.set(path, [...(method === 'GET' ? ['GET', 'HEAD'] : [method]), ...known]);
  }
  return methods;
}

/** The response to a method without a route on a path that has other routes. */
export async function otherMethod(request: Request, methods: readonly string[]): Promise<HttpAnswer> {
  const allow = methods.join(', ');
  if (request.method === 'OPTIONS') {
    const asks = request.headers['access-control-request-method'] !== undefined;
    return Promise.resolve({ status: 204, headers: { allow, ...(asks && preflight(methods)) } });
  }
  throw new HttpRefusal({
    status: 405,
    code: 'method-not-allowed',
    message: `The path does not support ${request.method}. Use ${allow}.`,
    headers: { allow },
  });
}

export const unknownPath = ({ path }: Request): HttpRefusal =>
  refusal(404, 'path-unknown', `The path ${path} does not exist.`);
