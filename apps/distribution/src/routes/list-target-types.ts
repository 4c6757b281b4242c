import { listTargetTypes } from '@estate/contracts';
import type { TargetType } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { MarketplaceFlow } from '../authorizations/flow.ts';
import type { Deps } from '../deps.ts';
import type { PlatformProfile } from '../platforms/profiles.ts';

export const listTargetTypesRoute = ({ flows, profiles }: Deps) =>
  answer(listTargetTypes, () =>
    Promise.resolve([...[...profiles.values()].map(ofPortal), ...[...flows.values()].map(ofMarketplace)]),
  );

const ofMarketplace = ({ profile: { type, name, images } }: MarketplaceFlow): TargetType => ({
  type,
  name,
  requiredCredentials: ['redirectUrl'],
  authorizationFlow: true,
  supportsRequestCollection: true,
  ...(images.maxCount !== undefined && { maxImages: images.maxCount }),
});

const ofPortal = ({ type, name, tls, images, ...rules }: PlatformProfile): TargetType => ({
  type,
  name,
  requiredCredentials: rules.requiredCredentials,
  supportsRequestCollection: rules.requests.collect,
  supportsLinks: rules.links,
  tls,
  attachmentTypes: images.types,
  ...(images.maxCount !== undefined && { maxImages: images.maxCount }),
  ...(images.maxBytes !== undefined && { maxImageBytes: images.maxBytes }),
  ...(images.longestEdge !== undefined && { maxImageEdge: images.longestEdge }),
});
