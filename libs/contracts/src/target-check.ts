import { z } from 'zod';
import { Timestamp } from './ids.ts';

/** Features that an FTP server can have. */
export const SERVER_FEATURES = ['tls', 'utf8', 'size', 'mdtm', 'checksum', 'rename', 'remove'] as const;

const CheckStep = z.enum(['resolve', 'connect', 'tls', 'login', 'directory', 'write', 'reportFolder']).meta({
  description:
    '`write`: a small file is stored and removed. `reportFolder`: the folder with result files is listed, if the target or its profile names one; without it, publishing goes on, so this step fails no check.',
});

export const TargetCheck = z
  .object({
    ok: z.boolean(),
    steps: z.array(
      z.object({
        name: CheckStep,
        ok: z.boolean(),
        message: z.string(),
        warning: z.boolean().optional().meta({
          description: 'The step found a risk that does not stop publications. The message explains it.',
        }),
      }),
    ),
    server: z
      .array(
        z.object({
          feature: z.enum(SERVER_FEATURES),
          supported: z.boolean(),
          message: z.string().meta({ description: 'What this means for publications.' }),
        }),
      )
      .optional()
      .meta({
        description: 'What the FTP server can do, as far as it was tried. Only after a successful login.',
      }),
  })
  .meta({ id: 'TargetCheck', description: 'The result of a check of the credentials, step by step.' });
export type TargetCheck = z.infer<typeof TargetCheck>;

export const LastCheck = z
  .object({
    at: Timestamp,
    ok: z.boolean(),
    failedStep: CheckStep.optional(),
    message: z.string().optional().meta({ description: 'Why the step failed.' }),
  })
  .meta({
    id: 'LastCheck',
    description: 'Whether the credentials of a target worked when they were last tested.',
  });
export type LastCheck = z.infer<typeof LastCheck>;
