import { z } from 'zod';
import { AttemptSummary, SummaryQuery } from './attempt-summary.ts';
import { ById, defineOperation, operationOn } from './define-operation.ts';
import { Encryption } from './encryption.ts';
import { FtpSettings } from './ftp-settings.ts';
import { Id, Timestamp } from './ids.ts';
import { ReportFolderProblem } from './report.ts';
import { asStored } from './stored.ts';
import { FullTransfer } from './synchronize.ts';
import { LastCheck, TargetCheck } from './target-check.ts';
import { PauseInput, PublishingPause } from './publishing-pause.ts';
import { ListQuery, pageOf } from './list.ts';
import { TargetFailure } from './target-failure.ts';
import {
  FtpCredentials,
  RedirectUrl,
  TargetHiddenAddress,
  TargetInput,
  TargetName,
  TargetReplacement,
  TargetTypeName,
} from './target-input.ts';

export const AUTHORIZATION_STATUSES = ['pending', 'accepted', 'rejected', 'revoked'] as const;
export const AuthorizationStatus = z.enum(AUTHORIZATION_STATUSES);
export type AuthorizationStatus = z.infer<typeof AuthorizationStatus>;

const feedUrl = z.url().meta({
  description: 'Whoever knows the address can read it. It ends when the token is rotated.',
});
export const Feed = z.object({
  openimmoXmlUrl: feedUrl,
  openimmoZipUrl: feedUrl,
  propertiesJsonUrl: feedUrl,
});

export const Target = z
  .object({
    id: Id,
    type: TargetTypeName,
    name: asStored(TargetName),
    credentials: asStored(FtpCredentials)
      .omit({ password: true })
      .optional()
      .meta({ description: 'Only for types with FTP credentials.' }),
    encryption: Encryption.optional().meta({
      description:
        'How the connection to the portal is encrypted, as credentials.secure and earlier connections decide. verified: TLS with a valid certificate only; encrypted: TLS only, with any certificate; when-offered: TLS if the server offers it; clear-text: not encrypted.',
    }),
    settings: asStored(FtpSettings).optional().meta({
      description:
        'Only for the type openimmo-ftp: how its portal or website takes packages, with all defaults.',
    }),
    redirectUrl: RedirectUrl.optional(),
    authorizationUrl: z.string().optional().meta({
      description: 'The URL to which you send the end user. Absent if it can no longer be used.',
    }),
    authorizationStatus: AuthorizationStatus.optional().meta({
      description: 'Only for types with a redirect flow. Listings can be created only for accepted targets.',
    }),
    autoCollectRequests: z.boolean(),
    hiddenAddress: TargetHiddenAddress,
    emailId: z.string().length(20),
    requestAddress: z.string().optional().meta({
      description:
        'The email address that receives the requests of the target: `emailId` at the domain of the service.',
    }),
    reportAddress: z.string().optional().meta({
      description:
        'The email address that receives the reports of the platform. Packages name it; it is known to the platform alone. Absent for types whose platforms answer at once.',
    }),
    feed: Feed.optional().meta({
      description: 'Only for the type `feed`: where websites and portals fetch the properties of the target.',
    }),
    failing: TargetFailure.optional().meta({
      description: 'Present while the platform rejects the login or the authorization.',
    }),
    lastFullTransfer: FullTransfer.optional(),
    lastCheck: LastCheck.optional().meta({
      description:
        'The result of the last `POST /targets/{id}/check`. Absent until the first one, and after every change of the target.',
    }),
    reportFolderProblem: ReportFolderProblem.optional(),
    paused: PublishingPause.optional().meta({ description: 'Present while publishing is paused.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Target', description: 'An account on a platform. The password is never returned.' });
export type Target = z.infer<typeof Target>;

/** The reasons why a target cannot be connected as described. */
const REFUSED_ACCESS = [
  'credentials-incomplete',
  'request-collection-unsupported',
  'address-forbidden',
  'target-login-taken',
  'consumer-credentials-missing',
  'consumer-credentials-refused',
  'marketplace-away',
];

export const createTarget = defineOperation({
  subject: 'ask.distribution.create-target',
  http: 'POST /targets',
  summary: 'Create a target',
  status: 201,
  audit: 'target.created',
  input: TargetInput,
  output: Target,
  errors: ['target-type-unknown', ...REFUSED_ACCESS],
});
export const listTargets = defineOperation({
  subject: 'ask.distribution.list-targets',
  http: 'GET /targets',
  summary: 'List targets',
  input: ListQuery,
  output: pageOf(Target),
});
export const getTarget = operationOn('ask.distribution.get-target', Target, {
  http: 'GET /targets/{id}',
  summary: 'Get a target',
  errors: ['target-not-found'],
});
export const getTargetSummary = defineOperation({
  subject: 'ask.distribution.get-target-summary',
  http: 'GET /targets/{id}/summary',
  summary: 'Get the success rate of a target',
  description:
    'The attempts to publish on the target and to take down from it, by day. Attempts that ended because of an internal error or an interruption of the service are not counted. Days without attempts are listed with zeros.',
  input: SummaryQuery.extend({ id: z.string() }),
  output: AttemptSummary,
  errors: ['target-not-found'],
});
export const updateTarget = defineOperation({
  subject: 'ask.distribution.update-target',
  http: 'PUT /targets/{id}',
  summary: 'Replace a target',
  audit: 'target.changed',
  input: TargetReplacement,
  output: Target,
  errors: ['target-not-found', 'immutable-field', ...REFUSED_ACCESS],
});
export const deleteTarget = operationOn('ask.distribution.delete-target', Target, {
  http: 'DELETE /targets/{id}',
  summary: 'Delete a target',
  audit: 'target.deleted',
  errors: ['target-not-found', 'target-has-listings', 'target-in-use', 'target-being-deleted'],
});
export const checkTarget = operationOn('ask.distribution.check-target', TargetCheck, {
  http: 'POST /targets/{id}/check',
  summary: "Test a target's credentials",
  description: 'The target keeps the result as `lastCheck`.',
  timeoutMs: 35_000,
  errors: ['target-not-found', 'target-busy', 'target-set-aside', 'platform-missing'],
});
export const rotateFeedToken = operationOn('ask.distribution.rotate-feed-token', Target, {
  http: 'POST /targets/{id}/rotate-feed-token',
  summary: 'Rotate the token of a feed',
  description:
    'Creates a new token, which changes the addresses in `feed`. The previous addresses are not found from now on. The addresses of photos stay.',
  access: 'manage',
  audit: 'target.feed_token_rotated',
  errors: ['target-not-found', 'target-without-feed'],
});
/** Stops publishing to a target until its customer resumes it; running publications are finished. */
export const pauseTarget = defineOperation({
  subject: 'ask.distribution.pause-target',
  http: 'POST /targets/{id}/pause',
  summary: 'Pause a target',
  description:
    'A running publication is finished, and no other publication starts. Due listings wait, including deletions. If you have already paused the target, nothing changes.',
  audit: 'target.paused',
  input: PauseInput.extend(ById.shape).meta({ example: PauseInput.meta()?.['example'] }),
  output: Target,
  errors: ['target-not-found'],
});
/** Ends the customer's own pause. */
export const resumeTarget = operationOn('ask.distribution.resume-target', Target, {
  http: 'POST /targets/{id}/resume',
  summary: 'Resume a target',
  description:
    'Ends the pause that you set. Waiting listings are published in their order. If the operator of the service has also paused the target, it stays paused until the operator resumes it.',
  audit: 'target.resumed',
  errors: ['target-not-found', 'target-paused-by-operator', 'target-set-aside'],
});
