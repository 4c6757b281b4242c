import type { Adapter } from '../adapter.ts';
import { PROFILE } from './compose.ts';
import { feedPlatform } from './index.ts';
import type { FeedTools } from './index.ts';

export const adapter: Adapter<keyof FeedTools> = (_place, tools) =>
  Promise.resolve({
    name: 'Feed for websites and portals',
    limits: { attachmentTypes: PROFILE.images.types },
    collectsRequests: PROFILE.requests.collect,
    platform: feedPlatform(tools),
  });
