import type { IncomingMessage, ServerResponse } from 'node:http';
import { ID_PATTERN, PACKAGES_PATH } from '@estate/contracts';
import type { PackageRefusal, StoredPackage } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import type { IntakeDeps } from './accept-package.ts';
import { PackageRefused } from './package-refused.ts';
import { storePackage } from './store-package.ts';

/** Stores the bodies of requests as packages of an account. */
export const receivePackages =
  (deps: Pick<IntakeDeps, 'packages' | 'newId' | 'maxBytes' | 'budget'>) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://internal');
    const accountId = pathname.slice(PACKAGES_PATH.length);
    if (!ID_PATTERN.test(accountId)) {
      reply(response, 404, { message: 'The path must end with the id of an account.' });
      return;
    }
    try {
      const announced = Number(request.headers['content-length'] ?? 0);
      const body = { bytes: bodyOf(request), announced };
      const stored: StoredPackage = await storePackage(deps, accountId, body);
      reply(response, 201, stored);
    } catch (error) {
      // No caller waits for a response.
      if (request.destroyed && !request.complete) return;
      if (error instanceof PackageRefused) refuse(response, error);
      else if (error instanceof Unavailable) reply(response, 503, { message: error.message });
      else throw error;
    }
  };

/** The request stays open when no more of it is read, so that it can be answered. */
const bodyOf = (request: IncomingMessage): AsyncIterable<Buffer> =>
  request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;

function refuse(response: ServerResponse, { status, code, message }: PackageRefused): void {
  response.setHeader('connection', 'close');
  reply(response, status, { code, message } satisfies PackageRefusal);
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
