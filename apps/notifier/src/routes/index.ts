import type { AnswersOf } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import type { Manifest } from '../manifest.ts';
import { cancelResendRoute } from './cancel-resend.ts';
import { createWebhookRoute } from './create-webhook.ts';
import { deleteWebhookRoute } from './delete-webhook.ts';
import { getDeliveryRoute } from './get-delivery.ts';
import { getResendRoute } from './get-resend.ts';
import { getWebhookRoute } from './get-webhook.ts';
import { listDeliveriesRoute } from './list-deliveries.ts';
import { listEventsRoute } from './list-events.ts';
import { listViolationsRoute } from './list-violations.ts';
import { listWebhooksRoute } from './list-webhooks.ts';
import { pauseWebhookRoute } from './pause-webhook.ts';
import { resealSecretsRoute } from './reseal-secrets.ts';
import { resendDeliveriesRoute } from './resend-deliveries.ts';
import { resendDeliveryRoute } from './resend-delivery.ts';
import { resumeWebhookRoute } from './resume-webhook.ts';
import { rotateWebhookKeyRoute } from './rotate-webhook-key.ts';
import { testWebhookRoute } from './test-webhook.ts';
import { updateWebhookRoute } from './update-webhook.ts';
import { verifyWebhookRoute } from './verify-webhook.ts';

/** Everything the notifier answers. */
export const routes = (deps: Deps): AnswersOf<Manifest> => [
  createWebhookRoute(deps),
  listWebhooksRoute(deps),
  getWebhookRoute(deps),
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
  listViolationsRoute(deps),
  resealSecretsRoute(deps),
];
