import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  accessOf,
  ANY_PORTAL,
  FtpCredentials,
  IMAGE_LIMITS,
  PackageFileName,
  PROPERTY_TYPE_NAMES,
  ReportFolder,
  TakenTypes,
  UnchangedAttachments,
  UploadKind,
} from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import { z } from 'zod';

const Images = z.strictObject({
  maxCount: IMAGE_LIMITS.maxImages.optional(),
  maxBytes: IMAGE_LIMITS.maxImageBytes.optional(),
  longestEdge: IMAGE_LIMITS.maxImageEdge.optional(),
  types: TakenTypes,
});

/** The requirements of a portal for its packages: the part of a platform that is data and not code. */
export const PlatformProfile = z.strictObject({
  type: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'must be lower case words joined by -' })
    .max(50)
    .refine((type) => accessOf(type) === 'ftp-login' && type !== ANY_PORTAL, {
      error: 'is taken by another kind of platform',
    }),
  name: z.string().min(1),
  requiredCredentials: z.array(FtpCredentials.keyof()),
  tls: z.enum(['required', 'optional']),
  passive: z.literal(true),
  /** The directory for packages if the credentials name none; empty for that of the login. */
  defaultPath: z.string(),
  fileName: PackageFileName,
  /** `renamed` by default: under a temporary name first. */
  upload: UploadKind.optional(),
  /** False for servers that report wrong sizes. */
  checkSize: z.boolean().optional(),
  images: Images,
  /** `reference`: a file of the last package is named with its time and left out; only if the platform documents that. */
  unchangedAttachments: UnchangedAttachments.optional(),
  formatNames: z.enum(['media-type', 'extension']),
  links: z.boolean(),
  /** The property types that the platform accepts; all by default. */
  propertyTypes: z.array(z.enum(PROPERTY_TYPE_NAMES)).min(1).optional(),
  /** The meaning of `kaltmiete` for the platform: `schema`, the default, is the rent with running costs, `base` the base rent. */
  coldRent: z.enum(['schema', 'base']).optional(),
  /** True if a full transfer (VOLL) removes what it does not contain; only if the platform documents that. */
  fullTransfer: z.boolean().optional(),
  requests: z.strictObject({ collect: z.boolean(), via: z.enum(['email_feedback', 'replace-contact']) }),
  /** The domains of its pages, by which the page of an object in an inquiry is recognized. */
  pageDomains: z.array(z.string().min(3)).min(1).optional(),
  /** Words in the reports of the platform, and the fields of a property that they mean, in addition to those of all platforms. */
  reportWords: z
    .array(z.strictObject({ words: z.string().min(3), field: z.string().min(1) }))
    .min(1)
    .optional(),
  /** The folder in which it writes result files. */
  reportFolder: ReportFolder.optional(),
  charset: z.enum(['UTF-8', 'ISO-8859-1']),
  source: z.string().min(1),
  notes: z.string().optional(),
});
export type PlatformProfile = z.infer<typeof PlatformProfile>;

/** Reads every `*.json` of the directories, keyed by type; one invalid file refuses them all, with each file's mistakes. */
export async function loadProfiles(...directories: readonly string[]): Promise<Map<string, PlatformProfile>> {
  const profiles = new Map<string, PlatformProfile>();
  const refusals: string[] = [];
  for (const path of (await Promise.all(directories.map(filesOf))).flat()) {
    const result = parseProfile(await readFile(path, 'utf8'));
    if (typeof result === 'string') refusals.push(`${path}: ${result}`);
    else if (profiles.has(result.type))
      refusals.push(`${path}: type ${result.type} is taken by another file`);
    else profiles.set(result.type, result);
  }
  if (refusals.length > 0) throw new InvalidInput(`Platform profiles are refused. ${refusals.join('. ')}`);
  return profiles;
}

async function filesOf(directory: string): Promise<string[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => join(directory, name));
}

function parseProfile(text: string): PlatformProfile | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `is not JSON (${error instanceof Error ? error.message : String(error)})`;
  }
  const parsed = PlatformProfile.safeParse(value);
  if (parsed.success) return parsed.data;
  return parsed.error.issues
    .map((issue) => `${issue.path.join('.') || 'profile'} ${issue.message}`)
    .join('; ');
}
