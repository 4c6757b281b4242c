import { z } from 'zod';
import { ATTACHMENT_TYPES } from './attachment.ts';
import { distinct, filledLine } from './field-rules.ts';
import { PROPERTY_TYPE_NAMES } from './property-types/index.ts';

/** The type for portals and websites without a profile: its targets have settings instead. */
export const ANY_PORTAL = 'openimmo-ftp';

const FILE_NAME_TOKENS = /\{(provider|listingId|sequence|time)\}/g;

/** The largest share of the published objects that a nightly full transfer may remove without a confirmation. */
export const DEFAULT_MAX_REMOVED_SHARE_AT_NIGHT = 0.2;
/** The number of listings that may always be removed, unless the share is 0. */
export const REMOVED_AT_NIGHT_FEW = 3;

const isEachOnce = (tokens: readonly string[]): boolean => new Set(tokens).size === tokens.length;

/** The name of a package on a portal. */
export const PackageFileName = z
  .string()
  .max(100)
  .refine((pattern) => pattern.endsWith('.zip'), { error: 'must end with .zip' })
  .refine((pattern) => pattern.includes('{listingId}') && pattern.includes('{sequence}'), {
    error: 'must contain {listingId} and {sequence}, so that a retried package replaces the first one',
  })
  .refine((pattern) => isEachOnce(pattern.match(FILE_NAME_TOKENS) ?? []), {
    error: 'must contain each of {provider}, {listingId}, {sequence} and {time} at most once',
  })
  .refine((pattern) => /^[\w.-]+$/.test(pattern.replace(FILE_NAME_TOKENS, '')), {
    error: 'may contain {provider}, {listingId}, {sequence}, {time}, letters, digits and . _ - only',
  });

/** The file types that a portal accepts; every picture can become a JPEG. */
export const TakenTypes = z
  .array(z.enum(ATTACHMENT_TYPES))
  .refine((types) => types.includes('image/jpeg'), { error: 'must contain image/jpeg' });

/** The limits of a portal for pictures and files. */
export const IMAGE_LIMITS = {
  maxImages: z.int().min(1),
  maxImageBytes: z.int().min(50_000),
  maxImageEdge: z.int().min(200),
};

/** A package gets its final name by renaming the finished file, or is uploaded under it directly. */
export const UploadKind = z.enum(['renamed', 'direct']);
/** A file that the receiver has from an earlier package is sent again or referenced. */
export const UnchangedAttachments = z.enum(['again', 'reference']);
export const ReportWord = z.strictObject({ words: filledLine(200).min(3), field: filledLine(100) });

/** The folder in which a portal writes its reports about packages. */
export const ReportFolder = z
  .strictObject({
    path: filledLine(200).meta({
      description:
        'The directory, absolute or relative to the directory of the packages. Use a folder that contains nothing but results.',
      example: '/results',
    }),
    remove: z.boolean().optional().meta({
      description: 'Remove files after they were read and stored. Default false: they stay there.',
    }),
  })
  .meta({ id: 'ReportFolder', description: 'A folder in which a portal writes result files.' });

/** A customer's description of a portal or website without a built-in profile. */
export const FtpSettings = z
  .strictObject({
    fileName: PackageFileName.optional().meta({
      description:
        'The name of each package: {provider} (provider number or user name), {listingId}, {sequence} and {time} are replaced. Default: {provider}_{listingId}_{sequence}.zip.',
      example: '{provider}_{listingId}_{sequence}.zip',
    }),
    upload: UploadKind.optional().meta({
      description:
        'renamed, the default: a package is uploaded under a temporary name and renamed, so that the receiver never reads half a file. direct: for servers that do not rename.',
    }),
    checkSize: z.boolean().optional().meta({
      description:
        'Compare the size of an uploaded file, if the server reports sizes. Default true. false: for servers that report wrong sizes.',
    }),
    charset: z
      .enum(['UTF-8', 'ISO-8859-1'])
      .optional()
      .meta({ description: 'The encoding of the document. Default UTF-8.' }),
    formatNames: z.enum(['extension', 'media-type']).optional().meta({
      description:
        'How the document names the format of a file. extension, the default: JPG. media-type: image/jpeg.',
    }),
    links: z
      .boolean()
      .optional()
      .meta({ description: 'The receiver shows links of properties. Default true.' }),
    attachmentTypes: distinct(TakenTypes, 'must not contain a type twice').optional().meta({
      description:
        'The files that the receiver accepts. Images of other types are converted, other files are left out. Default: JPEG, PNG and PDF.',
    }),
    maxImages: IMAGE_LIMITS.maxImages
      .optional()
      .meta({ description: 'Images beyond this number are left out. Default: no limit.' }),
    maxImageBytes: IMAGE_LIMITS.maxImageBytes
      .optional()
      .meta({ description: 'Larger images are reduced. Default: no limit.' }),
    maxImageEdge: IMAGE_LIMITS.maxImageEdge.optional().meta({
      description: 'The longest edge in pixels. Larger images are reduced. Default: no limit.',
    }),
    unchangedAttachments: UnchangedAttachments.optional().meta({
      description:
        'again, the default: every package contains all files. reference: a file that the last package had, too, is only named, with its time in `check`. Set this only if the receiver keeps such files.',
    }),
    propertyTypes: distinct(z.array(z.enum(PROPERTY_TYPE_NAMES)).min(1), 'must not contain a type twice')
      .optional()
      .meta({ description: 'The property types that the receiver accepts. Default: all.' }),
    coldRent: z.enum(['schema', 'base']).optional().meta({
      description:
        'How the receiver reads kaltmiete. schema, the default: the rent with running costs. base: the base rent.',
    }),
    requestAddress: z.enum(['additional', 'replacesContact', 'none']).optional().meta({
      description:
        'Where the request address of the target is written if autoCollectRequests is true. additional, the default: in addition to the email address of the contact. replacesContact: instead of it. none: the receiver sends no requests.',
    }),
    pageDomains: distinct(
      z.array(
        z
          .string()
          .max(253)
          .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, { error: 'must be a domain' }),
      ),
      'must not contain a domain twice',
    )
      .max(20)
      .optional()
      .meta({
        description: 'The domains of the public pages, by which the page of a property is recognized.',
        example: ['example.org'],
      }),
    reportWords: z.array(ReportWord).max(50).optional().meta({
      description: 'Words in the reports of the portal, and the field of a property that they are about.',
    }),
    reportFolder: ReportFolder.optional().meta({
      description:
        'Where the receiver writes result files. They are read after each upload and on a schedule, and become reports.',
    }),
    transfer: z.enum(['partial', 'full']).optional().meta({
      description:
        'partial, the default: only what changes is sent. full: the account belongs to this target alone, and the receiver removes what a full transfer does not contain. This allows full transfers.',
    }),
    nightlyFullTransfer: z.boolean().optional().meta({
      example: false,
      description:
        'Send one full transfer each night, between 1:00 and 5:00 in Germany. Requires transfer: full. Default false.',
    }),
    maxRemovedShare: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .meta({
        description: `A nightly full transfer that would remove a larger share of the published listings, and more than ${REMOVED_AT_NIGHT_FEW}, is not sent until you confirm it. 0: every removal is confirmed. Default ${DEFAULT_MAX_REMOVED_SHARE_AT_NIGHT}.`,
      }),
  })
  .refine(({ transfer, nightlyFullTransfer }) => nightlyFullTransfer !== true || transfer === 'full', {
    path: ['nightlyFullTransfer'],
    error: 'requires transfer to be full',
  })
  .refine(({ upload, fileName = '' }) => upload !== 'direct' || !fileName.includes('{time}'), {
    path: ['fileName'],
    error:
      'must not contain {time} if upload is direct, so that a retried package replaces an incomplete one',
  })
  .meta({
    id: 'FtpSettings',
    description: 'How a portal or website without a profile takes packages. Everything has a default.',
  });
export type FtpSettings = z.infer<typeof FtpSettings>;

type DefaultName = keyof typeof DEFAULTS;
type FullFtpSettings = FtpSettings & { [Name in DefaultName]: NonNullable<FtpSettings[Name]> };

/** The settings of targets that have none of their own. */
const DEFAULTS = {
  fileName: '{provider}_{listingId}_{sequence}.zip',
  upload: 'renamed',
  checkSize: true,
  charset: 'UTF-8',
  formatNames: 'extension',
  links: true,
  attachmentTypes: ['image/jpeg', 'image/png', 'application/pdf'],
  unchangedAttachments: 'again',
  coldRent: 'schema',
  requestAddress: 'additional',
  transfer: 'partial',
} satisfies FtpSettings;

/** The settings of a target, completed with the defaults. */
export const settingsOf = (settings: FtpSettings = {}): FullFtpSettings =>
  ({ ...DEFAULTS, ...settings }) as FullFtpSettings;
