import { z } from 'zod';
import { optionalText } from './field-rules.ts';

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).max(2000);

export const ATTACHMENT_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'application/pdf',
] as const;
export const MAX_ATTACHMENT_BYTES = 16_000_000;
export const MAX_ATTACHMENTS = 150;

export const Attachment = z
  .strictObject({
    url: webAddress,
    type: z.enum(ATTACHMENT_TYPES).optional(),
    title: optionalText(200),
    watermarkCaption: optionalText(100),
    watermarkUrl: webAddress.optional(),
    isBlueprint: z.boolean().optional().meta({
      description:
        'Whether the attachment is a floor plan. The first image is the title image, even if it is a floor plan.',
    }),
    isOptional: z.boolean().optional().meta({
      description:
        'With `true`, a file that cannot be fetched or used does not stop the property: it is published without the file, and `attachmentFailures` says why. Imports set it for files that they have an address of only.',
    }),
  })
  .meta({
    id: 'Attachment',
    description:
      'An image or PDF of at most 16 MB, fetched from the URL where the customer hosts it. A file that came with an import has a URL of this API; the API uses the stored file and does not fetch it.',
    example: { url: 'https://www.example.org/photos/facade.jpg', title: 'Facade' },
  });
export type Attachment = z.infer<typeof Attachment>;

export const Link = z.strictObject({ url: webAddress, title: optionalText(200) }).meta({
  id: 'Link',
  description: 'An external page, for example a virtual tour.',
  example: { url: 'https://tours.example.org/77', title: 'Virtual tour' },
});
export type Link = z.infer<typeof Link>;

export const ATTACHMENT_FAILURES = [
  'attachment_not_found', 'attachment_unreachable', 'attachment_too_large', 'attachment_type_unsupported',
  'attachment_type_mismatch', 'attachment_unreadable', 'attachment_address_forbidden',
] as const; // oxfmt-ignore
export const ProcessingFailure = z.object({
  failureCode: z.enum(ATTACHMENT_FAILURES),
  failureMessage: z.string(),
});
export type ProcessingFailure = z.infer<typeof ProcessingFailure>;

/** The failure of an optional attachment; the property is published without it. */
export const AttachmentFailure = z
  .object({
    position: z.int().min(0).meta({ description: 'The position in `attachments`, starting at 0.' }),
    ...ProcessingFailure.shape,
  })
  .meta({ id: 'AttachmentFailure', description: 'Why the property is published without an attachment.' });
export type AttachmentFailure = z.infer<typeof AttachmentFailure>;
