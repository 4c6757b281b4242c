import { z } from 'zod';
import * as contracts from '@estate/contracts';
import { explainRefusedUpdate } from '../routing/explained-input.ts';
import { presentedFile } from '../files/presented-file.ts';
import { ask, own } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';
import { routesBelow } from '../routing/routes-below.ts';
import { propertyTimeline } from '../timelines/read-timeline.ts';

/** Properties, answered by the catalog, and their types, answered by distribution. */
export const propertyRoutes: ApiRoute[] = [
  ...routesBelow('/property-types'),
  ...routesBelow('/properties', [
    own('GET /properties/{id}/timeline', {
      summary: 'List the timeline of a property',
      description:
        'Newest first: changes, publication attempts, events with their deliveries, and contact requests, each with the actor. The timeline of a deleted property is available, too.',
      input: contracts.TimelineQuery.extend({ id: z.string() }),
      output: contracts.TimelinePage,
      errors: ['property-not-found'],
      run: propertyTimeline,
    }),
    ask(contracts.updateProperty, { explain: explainRefusedUpdate }),
    ask(contracts.getAttachmentImage, { present: presentedFile }),
  ]),
  ...routesBelow('/attachments', [ask(contracts.getAttachment, { present: presentedFile })]),
];
