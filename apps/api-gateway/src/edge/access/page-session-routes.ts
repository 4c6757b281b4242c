import { route } from '@estate/http';
import type { HttpAnswer, HttpHead, HttpRequest, HttpRoute } from '@estate/http';
import { withServiceErrors } from '../routing/with-service-errors.ts';
import { requireOwnPage } from './own-page.ts';

type Work = (request: HttpRequest) => Promise<HttpAnswer>;

interface Place {
  path: string;
  publicUrl: string | undefined;
}

/** Starts, returns and ends the session of a page, for requests of this page only. */
export function pageSessionRoutes(
  { path, publicUrl }: Place,
  work: { begin: Work; show: Work; end: Work },
): HttpRoute[] {
  const admit = (head: HttpHead) => {
    requireOwnPage(head, publicUrl);
    return Promise.resolve();
  };
  const session = (method: HttpRoute['method'], handle: Work): HttpRoute =>
    route({ method, path, admit, handle: (request) => withServiceErrors(() => handle(request)) });
  return [session('POST', work.begin), session('GET', work.show), session('DELETE', work.end)];
}
