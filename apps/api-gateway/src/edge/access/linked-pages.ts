import { LINKED_PAGES } from '@estate/contracts';
import type { Endpoint, LinkedPage } from '@estate/contracts';

/** The operations that each page needs. A dashboard link is refused all others, including operations that are added later. */
export const OPERATIONS_OF_PAGES: Readonly<Record<LinkedPage, readonly Endpoint[]>> = {
  webhooks: [
    'POST /webhooks',
    'GET /webhooks',
    'GET /webhooks/{id}',
    'PUT /webhooks/{id}',
    'DELETE /webhooks/{id}',
    'POST /webhooks/{id}/rotate-key',
    'POST /webhooks/{id}/pause',
    'POST /webhooks/{id}/resume',
    'GET /webhooks/{id}/summary',
    'POST /webhooks/{id}/test',
    'POST /webhooks/{id}/verify',
    'POST /webhooks/{id}/resend',
    'GET /webhooks/{id}/resends/{resendId}',
    'DELETE /webhooks/{id}/resends/{resendId}',
    'GET /webhooks/{id}/deliveries',
    'GET /webhooks/{id}/deliveries/{deliveryId}',
    'POST /webhooks/{id}/deliveries/{deliveryId}/resend',
    'GET /events',
    'GET /property-types',
  ],
  targets: [
    'GET /target-types',
    'POST /targets',
    'GET /targets',
    'GET /targets/{id}',
    'PUT /targets/{id}',
    'DELETE /targets/{id}',
    'GET /targets/{id}/summary',
    'POST /targets/{id}/check',
    'POST /targets/{id}/pause',
    'POST /targets/{id}/resume',
  ],
};

/** The pages of dashboard links that need a route. */
export const linkedPagesOf = ({ method, path }: { method: string; path: string }): readonly LinkedPage[] =>
  LINKED_PAGES.filter((page) => OPERATIONS_OF_PAGES[page].includes(`${method} ${path}` as Endpoint));
