import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ATTACHMENT_TYPES, RedirectFlowType } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import { z } from 'zod';
import type { PlatformPlace } from '../adapter.ts';

const address = z.url({ protocol: /^https?$/ });

/** The name and the addresses of a marketplace: the part of the platform that is data and not code. */
export const MarketplaceProfile = z.strictObject({
  type: RedirectFlowType,
  name: z.string().min(1),
  /** The address above `/api/offer/v1.0` and `/security/oauth`, without a trailing slash. */
  apiUrl: address.regex(/[^/]$/, { error: 'must not end with a slash' }),
  /** The address of an object's public page. */
  pageUrl: address.includes('{id}', { error: 'must contain {id}' }),
  namespaces: z.strictObject({ common: z.string(), attachmentsorder: z.string() }),
  /** The response header that the marketplace asks for in support requests. */
  traceHeader: z.string(),
  images: z.strictObject({
    maxCount: z.int().min(1),
    maxBytes: z.int().min(50_000),
    types: z.array(z.enum(ATTACHMENT_TYPES)),
  }),
  source: z.string().min(1),
});
export type MarketplaceProfile = z.infer<typeof MarketplaceProfile>;

/** Reads the profile of a type. @throws InvalidInput with the mistakes of an invalid file */
export async function loadProfile({
  type,
  profiles,
  ...addresses
}: PlatformPlace): Promise<MarketplaceProfile> {
  const file = `${type}.json`;
  const given: unknown = JSON.parse(await readFile(join(profiles, file), 'utf8'));
  const parsed = MarketplaceProfile.safeParse(given);
  if (!parsed.success) throw new InvalidInput(`${file} is refused: ${z.prettifyError(parsed.error)}`);
  if (parsed.data.type !== type) throw new InvalidInput(`${file} is refused: its type must be ${type}`);
  return { ...parsed.data, ...addresses };
}
