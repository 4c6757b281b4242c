import { z } from 'zod';

/**
 * On the internal port of the importer: `PUT /packages/<account id>` stores the body of the request and answers with a `StoredPackage`,
 * or with a `PackageRefusal`.
 */
export const PACKAGES_PATH = '/packages/';

/** The upload of a package may take so long, from the customer to where it is stored. */
export const UPLOAD_TIMEOUT_MS = 3_600_000;

export const StoredPackage = z.object({ packageName: z.string(), sizeBytes: z.int().min(1) });
export type StoredPackage = z.infer<typeof StoredPackage>;

/** Why a package is refused, with the status of the response. */
export const PACKAGE_REFUSALS = {
  'package-empty': 400,
  'import-storage-full': 409,
  'body-too-large': 413,
} as const;
export type PackageRefusalCode = keyof typeof PACKAGE_REFUSALS;

/** The body of a response that refuses a package; `message` is a sentence for people. */
export const PackageRefusal = z.object({
  code: z.enum(Object.keys(PACKAGE_REFUSALS) as [PackageRefusalCode, ...PackageRefusalCode[]]),
  message: z.string(),
});
export type PackageRefusal = z.infer<typeof PackageRefusal>;
