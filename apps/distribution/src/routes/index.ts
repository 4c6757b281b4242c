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
import { getPropertyTypeRoute } from './get-property-type.ts';
import { getPublishingSettingsRoute } from './get-publishing-settings.ts';
import { getTargetRoute } from './get-target.ts';
import { getPublicationActivityRoute } from './get-publication-activity.ts';
import { getTargetSummaryRoute } from './get-target-summary.ts';
import { holdAccountRoute } from './hold-account.ts';
import { listLanesRoute } from './list-lanes.ts';
import { listListingsRoute } from './list-listings.ts';
import { listPropertyTypesRoute } from './list-property-types.ts';
import { listTimelineRoute } from './list-timeline.ts';
import { listTargetTypesRoute } from './list-target-types.ts';
import { listUnknownObjectsRoute } from './list-unknown-objects.ts';
import { listOwnersRoute } from './list-owners.ts';
import { listUnknownTargetsRoute } from './list-unknown-targets.ts';
import { takeDownUnknownObjectRoute } from './take-down-unknown-object.ts';
import { listTargetsRoute } from './list-targets.ts';
import { pauseLaneRoute } from './pause-lane.ts';
import { pauseTargetRoute } from './pause-target.ts';
import { previewListingRoute } from './preview-listing.ts';
import { reconcileLaneRoute } from './reconcile-lane.ts';
import { resumeLaneRoute } from './resume-lane.ts';
import { resumeTargetRoute } from './resume-target.ts';
import { retryListingRoute } from './retry-listing.ts';
import { setConsumerCredentialsRoute } from './set-consumer-credentials.ts';
import { setPublishingSettingsRoute } from './set-publishing-settings.ts';
import { takeDownAccountRoute } from './take-down-account.ts';
import { updateListingRoute } from './update-listing.ts';
import { updateTargetRoute } from './update-target.ts';
import { validateListingRoute } from './validate-listing.ts';

/** Every operation this service answers. */
export const routes = (deps: Deps): AnswersOf<Manifest> => [
  setConsumerCredentialsRoute(deps),
  getConsumerCredentialsRoute(deps),
  setPublishingSettingsRoute(deps),
  getPublishingSettingsRoute(deps),
  finishAuthorizationRoute(deps),
  createTargetRoute(deps),
  listTargetsRoute(deps),
  getTargetRoute(deps),
  getTargetSummaryRoute(deps),
  getPublicationActivityRoute(deps),
  updateTargetRoute(deps),
  deleteTargetRoute(deps),
  checkTargetRoute(deps),
  pauseTargetRoute(deps),
  resumeTargetRoute(deps),
  findTargetByEmailRoute(deps),
  listTargetTypesRoute(deps),
  listPropertyTypesRoute(),
  getPropertyTypeRoute(deps),
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
  listTimelineRoute(deps),
  listLanesRoute(deps),
  pauseLaneRoute(deps),
  resumeLaneRoute(deps),
  reconcileLaneRoute(deps),
  listUnknownObjectsRoute(deps),
  listOwnersRoute(deps),
  listUnknownTargetsRoute(deps),
  takeDownUnknownObjectRoute(deps),
  holdAccountRoute(deps),
  takeDownAccountRoute(deps),
];
