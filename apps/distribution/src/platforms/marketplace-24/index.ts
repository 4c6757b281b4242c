import type { AuthorizedAccount, Opening, Platform, PublicationFailure } from '../platform.ts';
import { checkGrant } from './check.ts';
import { MarketplaceClient } from './client.ts';
import { objectBody } from './object/body.ts';
import { carries } from './object/carries.ts';
import { findProblems } from './problems.ts';
import type { MarketplaceProfile } from './profile.ts';
import { restLookUp } from '../rest/look-up.ts';
import type { Seen } from '../rest/look-up.ts';
import { MarketplaceSession } from './session.ts';
import type { Grant } from './session.ts';
import { seenObject } from './object-calls.ts';
import type { MarketplaceTools } from './marketplace-tools.ts';

/** A marketplace that shows the objects of an end user's account; two marketplaces differ in their profiles only. */
export function marketplace(
  profile: MarketplaceProfile,
  tools: MarketplaceTools,
): Platform<AuthorizedAccount> {
  return {
    async open(account): Promise<Opening> {
      const access = await accessOf(account, profile, tools);
      if (!access.ok) return access;
      return { ok: true, session: new MarketplaceSession({ ...access, account, profile, tools }) };
    },
    preview: (_account, { snapshot }) => ({
      mediaType: 'application/json',
      body: `${JSON.stringify(objectBody(snapshot, snapshot.contact && `ext-${snapshot.contact.id}`), null, 2)}\n`,
    }),
    format: 'marketplace',
    carries,
    problems: (account, snapshot) => findProblems(profile, account, snapshot),
    async check(account, signal) {
      const access = await accessOf(account, profile, tools);
      if (!access.ok) {
        return { ok: false, steps: [{ name: 'login', ok: false, message: access.failure.message }] };
      }
      const { check, revoked } = await checkGrant(access.client, signal);
      if (revoked !== undefined) await tools.revoked(account.id, access.grant.id, revoked);
      return check;
    },
    async openLookUp(account) {
      const access = await accessOf(account, profile, tools);
      if (!access.ok) return access;
      const { client, grant } = access;
      const seen: Seen = ({ objectId, type }, signal) =>
        seenObject(objectId, { type, call: (call) => client.call({ ...call, signal }) });
      const revoked = (why: string) => tools.revoked(account.id, grant.id, why);
      return { ok: true, lookUp: restLookUp(seen, { revoked }) };
    },
  };
}

type Access =
  | { ok: true; client: MarketplaceClient; grant: Grant }
  | { ok: false; failure: PublicationFailure };

/** The signed client for the account, or the reason why there is none; known reasons need no call. */
async function accessOf(
  account: AuthorizedAccount,
  profile: MarketplaceProfile,
  tools: MarketplaceTools,
): Promise<Access> {
  const { grant, status } = account;
  if (status !== 'accepted' || !grant) return unauthorized(`its authorizationStatus is ${status}`);
  const consumer = await tools.consumer(account.accountId, account.type);
  if (consumer?.key !== grant.consumerKey) {
    const refused = unauthorized('the consumer credentials of the account have been replaced');
    await tools.revoked(account.id, grant.id, refused.failure.message);
    return refused;
  }
  const signer = { consumer, token: { token: grant.token, secret: grant.secret } };
  return { ok: true, grant, client: new MarketplaceClient({ ...tools, profile, signer }) };
}

const unauthorized = (reason: string): Extract<Access, { ok: false }> => ({
  ok: false,
  failure: {
    code: 'authorization_revoked',
    message: `The target is not authorized: ${reason}. Update the target and send the end user to its authorizationUrl.`,
    repeat: false,
    scope: 'target',
  },
});
