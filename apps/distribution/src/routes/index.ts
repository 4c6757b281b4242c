import type { AnswersOf } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import type { Manifest } from '../manifest.ts';
import { accountClosingRoutes } from './account-closing.ts';
import { accountSettingRoutes } from './account-settings.ts';
import { inquiryRoutes } from './inquiries.ts';
import { laneRoutes } from './lanes.ts';
import { listedPropertyRoutes } from './listed-properties.ts';
import { listingCheckRoutes } from './listing-checks.ts';
import { listingRoutes } from './listings.ts';
import { platformRoutes } from './platforms.ts';
import { reportRoutes } from './reports.ts';
import { statisticsRoutes } from './statistics.ts';
import { synchronizeRoutes } from './synchronize.ts';
import { targetActionRoutes } from './target-actions.ts';
import { targetQuestionRoutes } from './target-questions.ts';
import { targetRoutes } from './targets.ts';
import { unknownObjectRoutes } from './unknown-objects.ts';

/** Every operation this service answers. */
export const routes = (deps: Deps): AnswersOf<Manifest> => [
  ...targetRoutes(deps),
  ...targetActionRoutes(deps),
  ...synchronizeRoutes(deps),
  ...listingRoutes(deps),
  ...listingCheckRoutes(deps),
  ...listedPropertyRoutes(deps),
  ...reportRoutes(deps),
  ...inquiryRoutes(deps),
  ...platformRoutes(deps),
  ...accountSettingRoutes(deps),
  ...laneRoutes(deps),
  ...unknownObjectRoutes(deps),
  ...statisticsRoutes(deps),
  ...accountClosingRoutes(deps),
  ...targetQuestionRoutes(deps),
];
