import { fileURLToPath } from 'node:url';
import { loadMarketplaces } from '../profile.ts';
import type { MarketplaceProfile } from '../profile.ts';

export const PROFILES = fileURLToPath(new URL('../../../../marketplaces', import.meta.url));

/** The live marketplace's profile, with another address. */
export async function profileOf(url: string): Promise<MarketplaceProfile> {
  const addresses = { apiUrl: `${url}/restapi`, pageUrl: `${url}/expose/{id}` };
  const profile = (await loadMarketplaces(PROFILES, { 'marketplace-24': addresses })).get('marketplace-24');
  if (!profile) throw new Error('there is no profile');
  return profile;
}
