import { z } from 'zod';
import * as contracts from '@estate/contracts';
import { explainRefusedUpdate } from '../routing/explained-input.ts';
import { presentedFile } from '../files/presented-file.ts';
import { ask, own } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';
import { propertyTimeline } from '../timelines/read-timeline.ts';

/** Properties, answered by the catalog, and their types, answered by distribution. */
export const propertyRoutes: ApiRoute[] = [
  ask('GET /property-types', contracts.listPropertyTypes, { summary: 'List the property types' }),
  ask('GET /property-types/{type}', contracts.getPropertyType, {
    summary: 'Get a property type',
    description: 'The fields with their rules and labels, and the place of each field on the platforms.',
  }),
  ask('POST /properties', contracts.createProperty, { summary: 'Create a property', status: 201 }),
  ask('GET /properties', contracts.listProperties, { summary: 'List properties' }),
  ask('GET /properties/{id}', contracts.getProperty, { summary: 'Get a property' }),
  own('GET /properties/{id}/timeline', {
    summary: 'List the timeline of a property',
    description:
      'Newest first: changes, publication attempts, events with their deliveries, and contact requests, each with the actor. The timeline of a deleted property is available, too.',
    input: contracts.TimelineQuery.extend({ id: z.string() }),
    output: contracts.TimelinePage,
    errors: ['property-not-found'],
    run: propertyTimeline,
  }),
  ask('PUT /properties/{id}', contracts.updateProperty, {
    summary: 'Replace a property',
    explain: explainRefusedUpdate,
  }),
  ask('GET /properties/{id}/attachments/{position}/image', contracts.getAttachmentImage, {
    summary: 'Get the image of an attachment',
    description:
      'The published form of an attachment: an image without its metadata and with its watermark, or the PDF itself. While the property is being processed, the response is the form that earlier processing made of the same file. These calls have a separate rate limit of the same size.',
    isFile: true,
    present: presentedFile,
  }),
  ask('GET /attachments/{id}', contracts.getAttachment, {
    summary: 'Get an uploaded attachment',
    description:
      'The file as it was uploaded, with its metadata and without a watermark. This is the `url` of an attachment that came with an import. These calls have a separate rate limit of the same size.',
    isFile: true,
    present: presentedFile,
  }),
  ask('DELETE /properties/{id}', contracts.deleteProperty, {
    summary: 'Delete a property',
    audit: 'property.deleted',
  }),
];
