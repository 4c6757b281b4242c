import { guardedAgent } from '@estate/egress';
import { createLogger } from '@estate/observability';
import { newId } from '@estate/persistence';
import type { Lease } from '@estate/persistence';
import type { RemoteIds } from '../../../domain/remote-object.ts';
import {
  AttachmentFiles,
  deletePublication,
  OPEN_EGRESS,
  setPublication,
  snapshot,
} from '../../openimmo-ftp/test-support/fixtures.ts';
import type {
  AuthorizedAccount,
  DeletePublication,
  PublicationOutcome,
  SetPublication,
} from '../../platform.ts';
import { MarketplaceClient } from '../client.ts';
import { marketplace } from '../index.ts';
import { freshness } from '../oauth/authorization-header.ts';
import { marketplaceFlow } from '../oauth/flow.ts';
import { PublishLeases } from '../publish-leases.ts';
import { RateGate } from '../../rest/rate-gate.ts';
import type { MarketplaceTools } from '../marketplace-tools.ts';
import type { MarketProcess } from './market-process.ts';
import { profileOf } from './profile.ts';

export { deletePublication, setPublication, snapshot };

const CONSUMER = { key: 'demo-key', secret: 'demo-secret' };
const CALLBACK = 'https://api.example.org/authorizations/s';

/** The leases of a process without others. */
const freeLeases = {
  claimPublishing: (): Promise<Lease> => Promise.resolve({ id: 'x', fence: 1 }),
  releasePublishing: () => Promise.resolve(),
};

/** The platform against a marketplace, with an account that its end user has approved. */
export async function openHarness(market: MarketProcess, changes: Partial<MarketplaceTools> = {}) {
  const profile = await profileOf(market.url);
  const files = new AttachmentFiles();
  const agent = guardedAgent(OPEN_EGRESS);
  const clock = () => new Date();
  const log = createLogger({ service: 'test', level: 'silent' });
  const alarms: string[] = [];
  const revoked: string[] = [];
  const tools: MarketplaceTools = {
    agent,
    fresh: freshness(clock),
    gate: new RateGate(clock),
    publishLeases: new PublishLeases(freeLeases, { owner: 'test', clock, log }),
    attachment: (sha256) => files.open(sha256),
    requestAddress: (emailId) => `${emailId}@requests.example.org`,
    consumer: () => Promise.resolve(CONSUMER),
    revoked: (_targetId, grantId) => Promise.resolve(void revoked.push(grantId)),
    alarm: ({ message }) => void alarms.push(message),
    ...changes,
  };
  const platform = marketplace(profile, tools);
  const flow = marketplaceFlow(profile, tools);
  const never = new AbortController().signal;
  const account = await authorize();
  const remembered = new Map<string, RemoteIds>();

  async function authorize(): Promise<AuthorizedAccount> {
    const request = await flow.requestToken(CONSUMER, CALLBACK, never);
    if (!request.ok) throw new Error(request.message);
    const callback = new URL(await market.decide(flow.confirmUrl(request.token), 'accept'));
    const verifier = callback.searchParams.get('oauth_verifier') ?? '';
    const access = await flow.accessToken(
      CONSUMER,
      { token: request.token, secret: request.secret, verifier },
      never,
    );
    if (!access.ok) throw new Error(access.message);
    const grant = { id: newId(), token: access.token, secret: access.secret, consumerKey: CONSUMER.key };
    return {
      id: newId(),
      accountId: newId(),
      type: 'marketplace-24',
      emailId: 'e1a2b3c4e5f6g7h8i9j0',
      autoCollectRequests: false,
      status: 'accepted',
      grant,
    };
  }

  async function session(of: AuthorizedAccount = account) {
    const opening = await platform.open(of, never);
    if (!opening.ok) throw new Error(opening.failure.message);
    return opening.session;
  }

  return {
    account,
    alarms,
    authorize,
    files,
    flow,
    platform,
    profile,
    remembered,
    revoked,
    never,
    session,
    client(): MarketplaceClient {
      const { grant } = account;
      if (!grant) throw new Error('there is no grant');
      const signer = { consumer: CONSUMER, token: { token: grant.token, secret: grant.secret } };
      return new MarketplaceClient({ profile, signer, agent, fresh: tools.fresh, gate: tools.gate });
    },
    /** Publishes in a new session, with what was stored before. */
    async set(publication: SetPublication, of: AuthorizedAccount = account): Promise<PublicationOutcome> {
      const { externalId } = publication.snapshot;
      const remote = remembered.get(externalId);
      return (await session(of)).set({ ...publication, ...(remote && { remote }) }, never, (ids) => {
        remembered.set(externalId, ids);
        return Promise.resolve();
      });
    },
    async delete(publication: DeletePublication): Promise<PublicationOutcome> {
      const remote = remembered.get(publication.property.externalId);
      return (await session()).delete({ ...publication, ...(remote && { remote }) }, never);
    },
    async object(externalId: string) {
      const objects = await market.objects(externalId);
      if (objects.length > 1) throw new Error(`there are ${objects.length} objects ${externalId}`);
      return objects[0];
    },
    async close(): Promise<void> {
      await agent.close();
      await files.remove();
    },
  };
}

export type Harness = Awaited<ReturnType<typeof openHarness>>;
