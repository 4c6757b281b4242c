import { NotFound } from '@estate/errors';
import type { HttpRequest, HttpRoute } from '@estate/http';
import { hashToken } from '@estate/vault';
import type { FailedAttempts } from '../access/failed-attempts.ts';
import { openRoute } from '../routing/open-route.ts';
import type { Feeds } from './feeds.ts';

interface Parts {
  feeds: Pick<Feeds, 'get'>;
  failedAttempts: Pick<FailedAttempts, 'requireFew' | 'note'>;
}

const DOCUMENTS = ['openimmo.xml', 'openimmo.zip', 'properties.json'];

/** The routes of feeds, which are public for everyone with their token; photos have their own addresses. */
export function feedRoutes({ feeds, failedAttempts }: Parts): HttpRoute[] {
  const answer = async (path: string, request: HttpRequest) => {
    const found = await feeds.get(path, request);
    if (found) return found;
    failedAttempts.requireFew(request.address);
    failedAttempts.note(request.address);
    throw new NotFound('There is no such feed.', { code: 'feed-not-found' });
  };
  return [
    ...DOCUMENTS.map((document) =>
      openRoute(`/feeds/{token}/${document}`, (request) =>
        answer(`${hashToken(request.params['token'] ?? '')}/${document}`, request),
      ),
    ),
    openRoute('/feeds/photos/{targetId}/{signature}/{file}', (request) => {
      const { targetId = '', signature = '', file = '' } = request.params;
      return answer(`photos/${[targetId, signature, file].map(encodeURIComponent).join('/')}`, request);
    }),
  ];
}
