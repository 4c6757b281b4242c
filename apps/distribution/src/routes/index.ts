import type { AnswersOf } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import type { Manifest } from '../manifest.ts';
import { checkTargetRoute } from './check-target.ts';
import { countListingsRoute } from './count-listings.ts';
import { createListingRoute } from './create-listing.ts';
import { createTargetRoute } from './create-target.ts';
import { deleteListingRoute } from './delete-listing.ts';
import { deleteTargetRoute } from './delete-target.ts';
import { explainTargetRoute } from './explain-target.ts';
import { findTargetByEmailRoute } from './find-target-by-email.ts';
import { finishAuthorizationRoute } from './finish-authorization.ts';
import { getConsumerCredentialsRoute } from './get-consumer-credentials.ts';
import { getListingRoute } from './get-listing.ts';
import { getTargetRoute } from './get-target.ts';
import { listLanesRoute } from './list-lanes.ts';
import { listListingsRoute } from './list-listings.ts';
import { listTargetTypesRoute } from './list-target-types.ts';
import { listTargetsRoute } from './list-targets.ts';
import { listViolationsRoute } from './list-violations.ts';
import { pauseLaneRoute } from './pause-lane.ts';
import { previewListingRoute } from './preview-listing.ts';
import { reconcileLaneRoute } from './reconcile-lane.ts';
import { resealSecretsRoute } from './reseal-secrets.ts';
import { resumeLaneRoute } from './resume-lane.ts';
import { retryListingRoute } from './retry-listing.ts';
import { setConsumerCredentialsRoute } from './set-consumer-credentials.ts';
import { updateListingRoute } from './update-listing.ts';
import { updateTargetRoute } from './update-target.ts';
import { validateListingRoute } from './validate-listing.ts';

/** Every operation this service answers. */
export const routes = (deps: Deps): AnswersOf<Manifest> => [
  setConsumerCredentialsRoute(deps),
  getConsumerCredentialsRoute(deps),
  finishAuthorizationRoute(deps),
  createTargetRoute(deps),
  listTargetsRoute(deps),
  getTargetRoute(deps),
  updateTargetRoute(deps),
  deleteTargetRoute(deps),
  checkTargetRoute(deps),
  findTargetByEmailRoute(deps),
  listTargetTypesRoute(deps),
  explainTargetRoute(deps),
  createListingRoute(deps),
  listListingsRoute(deps),
  getListingRoute(deps),
  updateListingRoute(deps),
  deleteListingRoute(deps),
  retryListingRoute(deps),
  validateListingRoute(deps),
  previewListingRoute(deps),
  countListingsRoute(deps),
  listLanesRoute(deps),
  pauseLaneRoute(deps),
  resumeLaneRoute(deps),
  reconcileLaneRoute(deps),
  listViolationsRoute(deps),
  resealSecretsRoute(deps),
];
