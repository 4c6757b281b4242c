import { z } from 'zod';

/**
 * The path on the internal port of the importer: `PUT /packages/<account id>` stores the request body and returns a `StoredPackage` or a
 * `PackageRefusal`.
 */
export const PACKAGES_PATH = '/packages/';

/** The time limit for the upload of a package, from the customer to the store. */
export const UPLOAD_TIMEOUT_MS = 3_600_000;

export const StoredPackage = z.object({ packageName: z.string(), sizeBytes: z.int().min(1) });
export type StoredPackage = z.infer<typeof StoredPackage>;

/** The reasons for refusing a package, with the status of the response. */
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
