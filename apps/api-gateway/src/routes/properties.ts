import { z } from 'zod';
import * as contracts from '@estate/contracts';
import { explainRefusedUpdate } from '../edge/routing/explained-input.ts';
import { presentedFile } from '../edge/files/presented-file.ts';
import { ask, own } from '../edge/routing/api-route.ts';
import type { Deps, GatewayRoute } from '../deps.ts';
import { routesBelow } from '../edge/routing/routes-below.ts';
import { propertyStatistics } from '../accounts/usage/read-statistics.ts';
import { propertyTimeline } from '../records/timelines/read-timeline.ts';

/** The last one stands for an unknown type. */
const ATTACHMENT_TYPES = [...contracts.ATTACHMENT_TYPES, 'application/octet-stream'];

/** Routes of properties, answered by the catalog, and of their types, answered by distribution. */
export const propertyRoutes: GatewayRoute[] = [
  ...routesBelow('/property-types'),
  ...routesBelow<Deps>('/properties', [
    own('GET /properties/{id}/timeline', {
      summary: 'List the timeline of a property',
      description:
        'Newest first: changes, publication attempts, events with their deliveries, and contact requests, each with the actor. The timeline of a deleted property is available, too.',
      input: contracts.TimelineQuery.extend({ id: z.string() }),
      output: contracts.TimelinePage,
      errors: ['property-not-found'],
      run: propertyTimeline,
    }),
    own('GET /properties/{id}/statistics', {
      summary: 'Get the statistics of a property',
      description:
        'What was published, failed and was rejected, and the requests about the property. Those of a deleted property are available, too.',
      versioned: false,
      input: contracts.StatisticsQuery.extend({ id: z.string() }),
      output: contracts.PropertyStatistics,
      errors: ['property-not-found'],
      run: propertyStatistics,
    }),
    ask(contracts.updateProperty, { explain: explainRefusedUpdate }),
    ask(contracts.getAttachmentImage, { present: presentedFile }),
  ]),
  ...routesBelow<Deps>('/attachments', [
    own('POST /attachments', {
      summary: 'Upload an attachment',
      audit: 'attachment.created',
      description: `The body is the file itself: an image or a PDF of at most ${String(contracts.MAX_ATTACHMENT_BYTES / 1e6)} MB. It is read before the response; a file that no property could publish is refused. The \`url\` of the response is for \`attachments[].url\` and \`attachments[].watermarkUrl\` of properties of the same account. The same file has the same \`id\`. A file that no property names is deleted after ${String(contracts.UPLOAD_UNUSED_HOURS)} hours.`,
      uploads: ATTACHMENT_TYPES,
      input: contracts.AttachmentInput,
      output: contracts.KeptAttachment,
      errors: [
        'attachment-too-large',
        'attachment-type-unsupported',
        'attachment-type-mismatch',
        'attachment-unreadable',
        'attachment-storage-full',
        'too-many-uploads',
      ],
      status: 201,
      versioned: false,
      run: async ({ fileName }, { upload, accountId }, deps) => {
        if (!upload) throw new Error('an attachment comes as an upload');
        const end = deps.attachmentUploads.begin(accountId);
        try {
          return await deps.attachments.store({ accountId, fileName }, upload);
        } finally {
          end();
        }
      },
    }),
    ask(contracts.getAttachment, { present: presentedFile }),
  ]),
];
