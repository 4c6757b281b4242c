import { z } from 'zod';
import { defineOperation } from './define-operation.ts';
import { ATTACHMENT_TYPES, MAX_ATTACHMENTS } from './attachment.ts';
import { numberIn } from './query-values.ts';

/** The widths of smaller images in pixels; the largest is the largest side of a rendered image. */
export const IMAGE_WIDTHS = [160, 320, 640, 1280, 2560] as const;
const WIDEST = 2560;

const POSITION = { error: `must be a whole number from 0 to ${String(MAX_ATTACHMENTS - 1)}` };
const WIDTH = { error: `must be a whole number from 1 to ${String(WIDEST)}` };

/** A file that the catalog serves on its internal port under `name`. */
export const StoredFile = z.object({
  /** Equal names mean equal bytes. */
  name: z.string(),
  size: z.int().min(1),
  mediaType: z.enum(ATTACHMENT_TYPES),
});
export type StoredFile = z.infer<typeof StoredFile>;

/** Returns the published file of an attachment, or a smaller image of it, which is made when it is first asked for. */
export const getAttachmentImage = defineOperation({
  subject: 'ask.catalog.get-attachment-image',
  http: 'GET /properties/{id}/attachments/{position}/image',
  summary: 'Get the image of an attachment',
  description:
    'The published form of an attachment: an image without its metadata and with its watermark, or the PDF itself. While the property is being processed, the response is the form that earlier processing made of the same file. These calls have a separate rate limit of the same size.',
  isFile: true,
  input: z.strictObject({
    id: z.string(),
    position: z
      .preprocess(
        numberIn,
        z
          .int(POSITION)
          .min(0, POSITION)
          .max(MAX_ATTACHMENTS - 1, POSITION),
      )
      .meta({ example: 0 }),
    width: z
      .preprocess(numberIn, z.int(WIDTH).min(1, WIDTH).max(WIDEST, WIDTH))
      .optional()
      .meta({
        description: `Asks for a smaller image, at least this many pixels wide unless the published one is smaller. The image has one of the widths ${IMAGE_WIDTHS.join(', ')}. PDF and HEIC files are never made smaller.`,
        example: 320,
      }),
  }),
  output: StoredFile,
  errors: [
    'property-not-found',
    'attachment-not-found',
    'attachment-pending',
    'attachment-not-published',
    'image-busy',
    'image-unavailable',
  ],
});
