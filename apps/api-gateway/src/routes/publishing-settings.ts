import * as contracts from '@estate/contracts';
import { ask } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

/** How properties of the account are published, answered by distribution. */
export const publishingSettingsRoutes: ApiRoute[] = [
  ask('GET /account/publishing', contracts.getPublishingSettings, {
    summary: 'Get the publishing settings',
  }),
  ask('PUT /account/publishing', contracts.setPublishingSettings, {
    summary: 'Set the publishing settings',
    description:
      'A change publishes all listings again on targets without their own `hiddenAddress`. Targets with their own `hiddenAddress` are not affected.',
    access: 'manage',
    audit: 'account.publishing_changed',
  }),
];
