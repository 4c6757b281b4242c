import { fileURLToPath } from 'node:url';
import { loadProfile } from '../profile.ts';
import type { MarketplaceProfile } from '../profile.ts';

export const PROFILES = fileURLToPath(new URL('../../../../marketplaces', import.meta.url));

/** The live marketplace's profile, with another address. */
export const profileOf = (url: string): Promise<MarketplaceProfile> =>
  loadProfile({
    type: 'marketplace-24',
    profiles: PROFILES,
    apiUrl: `${url}/restapi`,
    pageUrl: `${url}/expose/{id}`,
  });
