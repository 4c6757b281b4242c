import type { AnswersOf } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import type { Manifest } from '../manifest.ts';
import { announceClosingRoute } from './announce-closing.ts';
import { cancelResendRoute } from './cancel-resend.ts';
import { createWebhookRoute } from './create-webhook.ts';
import { deleteWebhookRoute } from './delete-webhook.ts';
import { eraseEventsRoute } from './erase-events.ts';
import { erasePersonRoute } from './erase-person.ts';
import { getAccountEmailRoute } from './get-account-email.ts';
import { getDeliveryRoute } from './get-delivery.ts';
import { getResendRoute } from './get-resend.ts';
import { getWebhookRoute } from './get-webhook.ts';
import { getDeliveryActivityRoute } from './get-delivery-activity.ts';
import { getWebhookSummaryRoute } from './get-webhook-summary.ts';
import { listDeliveriesRoute } from './list-deliveries.ts';
import { listEventsRoute } from './list-events.ts';
import { listTimelineRoute } from './list-timeline.ts';
import { listWebhooksRoute } from './list-webhooks.ts';
import { listWebhooksNamingTargetRoute } from './list-webhooks-naming-target.ts';
import { pauseWebhookRoute } from './pause-webhook.ts';
import { resendDeliveriesRoute } from './resend-deliveries.ts';
import { resendDeliveryRoute } from './resend-delivery.ts';
import { resumeWebhookRoute } from './resume-webhook.ts';
import { rotateWebhookKeyRoute } from './rotate-webhook-key.ts';
import { sendInvitationRoute } from './send-invitation.ts';
import { setAccountEmailRoute } from './set-account-email.ts';
import { testWebhookRoute } from './test-webhook.ts';
import { updateWebhookRoute } from './update-webhook.ts';
import { verifyWebhookRoute } from './verify-webhook.ts';

/** Everything the notifier answers. */
export const routes = (deps: Deps): AnswersOf<Manifest> => [
  createWebhookRoute(deps),
  listWebhooksRoute(deps),
  listWebhooksNamingTargetRoute(deps),
  getWebhookRoute(deps),
  getWebhookSummaryRoute(deps),
  getDeliveryActivityRoute(deps),
  updateWebhookRoute(deps),
  deleteWebhookRoute(deps),
  rotateWebhookKeyRoute(deps),
  pauseWebhookRoute(deps),
  resumeWebhookRoute(deps),
  testWebhookRoute(deps),
  verifyWebhookRoute(deps),
  listDeliveriesRoute(deps),
  getDeliveryRoute(deps),
  resendDeliveryRoute(deps),
  resendDeliveriesRoute(deps),
  getResendRoute(deps),
  cancelResendRoute(deps),
  listEventsRoute(deps),
  listTimelineRoute(deps),
  announceClosingRoute(deps),
  sendInvitationRoute(deps),
  eraseEventsRoute(deps),
  erasePersonRoute(deps),
  getAccountEmailRoute(deps),
  setAccountEmailRoute(deps),
];
