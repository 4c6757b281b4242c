// Generated from the contracts of operations. Do not change it: npx nx derive
import { Calls } from './calls.ts';
import type {
  AccountLogo,
  AccountLogoInput,
  AttemptSummary,
  DryRun,
  FeedFetch,
  Import,
  ImportObject,
  ImportSource,
  ImportSourceWithPassword,
  ImportSummary,
  Listing,
  PauseInput,
  PublishingSettings,
  PublishingSettingsInput,
  ReadSettings,
  ReceivedMail,
  ReceiverReport,
  Resend,
  ResendInput,
  Synchronization,
  SynchronizeTargetInput,
  Target,
  TargetCheck,
  ValidateListingInput,
  WebhookWithKey,
} from './contract-types.ts';
import type { ImportObjectQuery, SummaryQuery } from './action-queries.ts';
import { List } from './page.ts';
import type { ListQuery } from './page.ts';
import { Readable, Resource, segment } from './resource.ts';
import type { Shapes } from './resource.ts';
import type { CallOptions } from './transport.ts';

/** Calls of `/account`. */
export class AccountActions extends Calls {
  /**
   * Get the publishing settings.
   * @throws ApiError, ConnectionError
   */
  publishing(options?: CallOptions): Promise<PublishingSettings> {
    return this.read('/account/publishing', options);
  }

  /**
   * Set the publishing settings. A change publishes all listings again on targets without their own `hiddenAddress`. Targets with their own `hiddenAddress` are not affected.
   * @throws ApiError, ConnectionError
   */
  setPublishing(body: PublishingSettingsInput, options?: CallOptions): Promise<PublishingSettings> {
    return this.put('/account/publishing', body, options);
  }

  /**
   * Get the logo of the account.
   * @throws ApiError, ConnectionError
   */
  logo(options?: CallOptions): Promise<AccountLogo> {
    return this.read('/account/logo', options);
  }

  /**
   * Set the logo of the account. The dashboard shows the logo at the head of the sheets of properties; platforms do not receive it. The file stays as long as it is the logo.
   * @throws ApiError (logo-invalid), ConnectionError
   */
  setLogo(body: AccountLogoInput, options?: CallOptions): Promise<AccountLogo> {
    return this.put('/account/logo', body, options);
  }

  /**
   * Remove the logo of the account. Without a logo, nothing changes.
   * @throws ApiError, ConnectionError
   */
  deleteLogo(options?: CallOptions): Promise<AccountLogo> {
    return this.transport.json({ method: 'DELETE', path: '/account/logo', options });
  }
}

/** Calls of `/targets`. */
export class TargetsActions<S extends Shapes> extends Resource<S> {
  /**
   * Send everything of a target again. Listings are sent in the usual order, next to those of other targets. A full transfer is not sent if more listings would disappear than you have confirmed; `lastFullTransfer` of the target then says why. The job `jobId` has a result for each listing. It cannot be cancelled.
   * @throws ApiError (target-not-found, full-transfer-unsupported, full-transfer-empty, full-transfer-too-large, removals-unconfirmed), ConnectionError
   */
  synchronize(id: string, body: SynchronizeTargetInput, options?: CallOptions): Promise<Synchronization> {
    return this.order({ id, action: 'synchronize', body, options });
  }

  /**
   * Get the success rate of a target. The attempts to publish on the target and to take down from it, by day. Attempts that ended because of an internal error or an interruption of the service are not counted. Days without attempts are listed with zeros.
   * @throws ApiError (target-not-found), ConnectionError
   */
  summary(id: string, query?: SummaryQuery, options?: CallOptions): Promise<AttemptSummary> {
    return this.read(this.pathOf(id, 'summary'), options, query);
  }

  /**
   * Test a target's credentials. The target keeps the result as `lastCheck`.
   * @throws ApiError (target-not-found, target-busy, target-set-aside, platform-missing), ConnectionError
   */
  check(id: string, options?: CallOptions): Promise<TargetCheck> {
    return this.order({ id, action: 'check', leastTimeoutMs: 45_000, options });
  }

  /**
   * Rotate the token of a feed. Creates a new token, which changes the addresses in `feed`. The previous addresses are not found from now on. The addresses of photos stay.
   * @throws ApiError (target-not-found, target-without-feed), ConnectionError
   */
  rotateFeedToken(id: string, options?: CallOptions): Promise<Target> {
    return this.act(id, 'rotate-feed-token', options);
  }

  /**
   * Pause a target. A running publication is finished, and no other publication starts. Due listings wait, including deletions. If you have already paused the target, nothing changes.
   * @throws ApiError (target-not-found), ConnectionError
   */
  pause(id: string, body: PauseInput = {}, options?: CallOptions): Promise<Target> {
    return this.order({ id, action: 'pause', body, options });
  }

  /**
   * Resume a target. Ends the pause that you set. Waiting listings are published in their order. If the operator of the service has also paused the target, it stays paused until the operator resumes it.
   * @throws ApiError (target-not-found, target-paused-by-operator, target-set-aside), ConnectionError
   */
  resume(id: string, options?: CallOptions): Promise<Target> {
    return this.act(id, 'resume', options);
  }

  /**
   * List the fetches of a feed. The fetches of the last 30 days that got a document up to its end. A response that the document has not changed is not listed.
   */
  fetches(id: string): List<FeedFetch> {
    return new List(this.transport, this.pathOf(id, 'fetches'));
  }
}

/** Calls of `/listings`. */
export class ListingsActions<S extends Shapes> extends Resource<S> {
  /**
   * Check whether a property can be published.
   * @throws ApiError (property-unknown, target-unknown, platform-missing), ConnectionError
   */
  validate(body: ValidateListingInput, options?: CallOptions): Promise<DryRun> {
    return this.order({ action: 'validate', body, options });
  }

  /**
   * Retry a failed publication.
   * @throws ApiError (listing-not-found), ConnectionError
   */
  retry(id: string, options?: CallOptions): Promise<Listing> {
    return this.act(id, 'retry', options);
  }
}

/** Calls of `/import-sources`. */
export class ImportSourcesActions<S extends Shapes> extends Resource<S> {
  /**
   * Preview other settings of an import source. Reads the newest imported package of the source again, as a dry run with these settings instead of its own. `preview.differing` of the import says how many objects read differently, and `GET /imports/{id}/objects?differing=true` which ones and how. Nothing is changed. A setting that is omitted has its default. The newest package of a source is kept as long as its import is listed, at most 1 GB for all sources of an account.
   * @throws ApiError (import-source-not-found, package-not-kept, package-missing), ConnectionError
   */
  preview(id: string, body: ReadSettings = {}, options?: CallOptions): Promise<Import> {
    return this.order({ id, action: 'preview', body, options });
  }

  /**
   * List what could not be listed. Tries again to create the listings of the source that were refused, for example because a target was not authorized. The service also does this with every import and every few minutes. A listing that was created before and then deleted is not created again. `unlisted` of the source shows what is left.
   * @throws ApiError (import-source-not-found), ConnectionError
   */
  retryListings(id: string, options?: CallOptions): Promise<ImportSource> {
    return this.act(id, 'retry-listings', options);
  }

  /**
   * Rotate the password of an import source. The former password stops working at once. The response contains the new one, which is not shown again.
   * @throws ApiError (import-source-not-found), ConnectionError
   */
  rotatePassword(id: string, options?: CallOptions): Promise<ImportSourceWithPassword> {
    return this.act(id, 'rotate-password', options);
  }
}

/** Calls of `/imports`. */
export class ImportsActions<T extends object, Q extends ListQuery = ListQuery> extends Readable<T, Q> {
  /**
   * List the objects of an import. The outcome of each object of the package, with its problems.
   */
  objects(id: string): List<ImportObject, ImportObjectQuery> {
    return new List(this.transport, this.pathOf(id, 'objects'));
  }

  /**
   * Get the summary of an import. What was not used of the package, by element, and which properties could not be listed. It is counted while the package is read.
   * @throws ApiError (import-not-found), ConnectionError
   */
  summary(id: string, options?: CallOptions): Promise<ImportSummary> {
    return this.read(this.pathOf(id, 'summary'), options);
  }

  /**
   * Confirm the deletions of an import. Allows a full transfer to delete more properties than its source allows without a confirmation.
   * @throws ApiError (import-not-found, import-not-waiting), ConnectionError
   */
  confirm(id: string, options?: CallOptions): Promise<Import> {
    return this.act(id, 'confirm', options);
  }

  /**
   * Cancel an import. The import stops after the object that is being applied. Objects that were already applied stay as they are.
   * @throws ApiError (import-not-found, import-ended), ConnectionError
   */
  cancel(id: string, options?: CallOptions): Promise<Import> {
    return this.act(id, 'cancel', options);
  }
}

/** Calls of `/mails`. */
export class MailsActions<T extends object, Q extends ListQuery = ListQuery> extends Readable<T, Q> {
  /**
   * Read a received email again. Requests that were already created from the email are not created again, and their events are not sent again.
   * @throws ApiError (mail-not-found, mail-unreadable), ConnectionError
   */
  reparse(id: string, options?: CallOptions): Promise<ReceivedMail> {
    return this.act(id, 'reparse', options);
  }

  /**
   * Mark a received email as done.
   * @throws ApiError (mail-not-found), ConnectionError
   */
  done(id: string, options?: CallOptions): Promise<ReceivedMail> {
    return this.act(id, 'done', options);
  }
}

/** Calls of `/webhooks`. */
export class WebhooksActions<S extends Shapes> extends Resource<S> {
  /**
   * Rotate the signing key.
   * @throws ApiError (webhook-not-found, too-many-signing-keys, webhook-changed), ConnectionError
   */
  rotateKey(id: string, options?: CallOptions): Promise<WebhookWithKey> {
    return this.act(id, 'rotate-key', options);
  }

  /**
   * Pause a webhook.
   * @throws ApiError (webhook-not-found, webhook-disabled), ConnectionError
   */
  pause(id: string, options?: CallOptions): Promise<WebhookWithKey> {
    return this.act(id, 'pause', options);
  }

  /**
   * Resume a webhook.
   * @throws ApiError (webhook-not-found), ConnectionError
   */
  resume(id: string, options?: CallOptions): Promise<WebhookWithKey> {
    return this.act(id, 'resume', options);
  }

  /**
   * Get the success rate of a webhook. The attempts of all deliveries of the webhook, by day. Test events are not counted, and neither are attempts whose outcome is unknown because the service was interrupted. Days without attempts are listed with zeros.
   * @throws ApiError (webhook-not-found), ConnectionError
   */
  summary(id: string, query?: SummaryQuery, options?: CallOptions): Promise<AttemptSummary> {
    return this.read(this.pathOf(id, 'summary'), options, query);
  }

  /**
   * Verify the receiver of a webhook.
   * @throws ApiError (webhook-not-found), ConnectionError
   */
  verify(id: string, options?: CallOptions): Promise<ReceiverReport> {
    return this.order({ id, action: 'verify', leastTimeoutMs: 55_000, options });
  }

  /**
   * Bulk resend deliveries. The deliveries are queued again in the background: `queued` and `examined` of the response are the progress so far, and `GET /webhooks/{id}/resends/{resendId}` returns it later.
   * @throws ApiError (webhook-not-found, webhook-disabled, resend-range-missing), ConnectionError
   */
  resend(id: string, body: ResendInput = {}, options?: CallOptions): Promise<Resend> {
    return this.order({ id, action: 'resend', body, options });
  }

  /**
   * Cancel a bulk resend.
   * @throws ApiError (webhook-not-found, resend-not-found, resend-ended), ConnectionError
   */
  cancelResend(id: string, resendId: string, options?: CallOptions): Promise<Resend> {
    return this.order({ method: 'DELETE', id, action: `resends/${segment(resendId)}`, options });
  }
}
