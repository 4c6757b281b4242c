import { z } from 'zod';
import { defineOperation } from './define-operation.ts';
import { FtpSettings } from './ftp-settings.ts';
import { asStored } from './stored.ts';

export const TargetType = z
  .object({
    type: z.string(),
    name: z.string(),
    requiredCredentials: z.array(z.string()),
    authorizationFlow: z
      .boolean()
      .optional()
      .meta({ description: 'The end user approves the connection on the platform.' }),
    supportsRequestCollection: z.boolean(),
    supportsLinks: z.boolean().optional(),
    tls: z
      .enum(['required', 'optional'])
      .optional()
      .meta({ description: 'required: credentials.secure must not be false.' }),
    attachmentTypes: z
      .array(z.string())
      .optional()
      .meta({ description: 'Images of other types are converted. Other files are left out.' }),
    maxImages: z.int().optional().meta({ description: 'Images beyond this number are left out.' }),
    maxImageBytes: z.int().optional().meta({ description: 'Larger images are reduced.' }),
    maxImageEdge: z
      .int()
      .optional()
      .meta({ description: 'The longest edge in pixels. Larger images are reduced.' }),
    settings: asStored(FtpSettings).optional().meta({
      description:
        'Present if each target has settings of its own, which decide about files and images: the defaults.',
    }),
  })
  .meta({ id: 'TargetType', description: 'A platform and its requirements.' });
export type TargetType = z.infer<typeof TargetType>;

export const listTargetTypes = defineOperation({
  subject: 'ask.distribution.list-target-types',
  http: 'GET /target-types',
  summary: 'List the platforms',
  input: z.strictObject({}),
  output: z.array(TargetType),
});
