import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ATTACHMENT_TYPES, FLOW_TARGET_TYPES, FlowTargetType } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import { z } from 'zod';

const address = z.url({ protocol: /^https?$/ });

/** What one marketplace is called and where it is; the part of the platform that is data and not code. */
export const MarketplaceProfile = z.strictObject({
  type: FlowTargetType,
  name: z.string().min(1),
  /** Above `/api/offer/v1.0` and `/security/oauth`, without a slash at its end. */
  apiUrl: address.regex(/[^/]$/, { error: 'must not end with a slash' }),
  /** Public page of an object. */
  pageUrl: address.includes('{id}', { error: 'must contain {id}' }),
  namespaces: z.strictObject({ common: z.string(), attachmentsorder: z.string() }),
  /** Header of answers that the marketplace asks for in questions about them. */
  traceHeader: z.string(),
  images: z.strictObject({
    maxCount: z.int().min(1),
    maxBytes: z.int().min(50_000),
    types: z.array(z.enum(ATTACHMENT_TYPES)),
  }),
  source: z.string().min(1),
});
export type MarketplaceProfile = z.infer<typeof MarketplaceProfile>;

/** Addresses that stand in for those of a profile, for example of a marketplace that runs on this machine. */
interface Addresses {
  apiUrl?: string | undefined;
  pageUrl?: string | undefined;
}

/** Reads the profile of every type with a redirect flow. @throws InvalidInput with the reasons of a bad file */
export async function loadMarketplaces(
  directory: string,
  addresses: Partial<Record<FlowTargetType, Addresses>> = {},
): Promise<Map<FlowTargetType, MarketplaceProfile>> {
  const profiles = new Map<FlowTargetType, MarketplaceProfile>();
  for (const type of FLOW_TARGET_TYPES) {
    const file = `${type}.json`;
    const given: unknown = JSON.parse(await readFile(join(directory, file), 'utf8'));
    const parsed = MarketplaceProfile.safeParse(given);
    if (!parsed.success) throw new InvalidInput(`${file} is refused: ${z.prettifyError(parsed.error)}`);
    if (parsed.data.type !== type) throw new InvalidInput(`${file} is refused: its type must be ${type}`);
    const { apiUrl, pageUrl } = addresses[type] ?? {};
    profiles.set(type, {
      ...parsed.data,
      ...(apiUrl !== undefined && { apiUrl: apiUrl.replace(/(?<!\/)\/+$/, '') }),
      ...(pageUrl !== undefined && { pageUrl }),
    });
  }
  return profiles;
}
