import { randomBytes } from 'node:crypto';
import { LINK_OPENS_WITHIN_MINUTES, LINK_SECONDS_DEFAULT } from '@estate/contracts';
import type { DashboardLinkInput, NewDashboardLink } from '@estate/contracts';
import { NotAllowed } from '@estate/errors';
import { hashApiKey } from '@estate/vault';
import type { z } from 'zod';
import { toDashboardLink } from '../../domain/dashboard-link.ts';
import type { StoredDashboardLink } from '../../domain/dashboard-link.ts';
import type { SessionHolder } from '../../domain/session-holder.ts';
import { fingerprintOf } from '../../edge/access/fingerprint.ts';
import type { Call } from '../../edge/routing/call.ts';
import type { AccountsDeps } from '../accounts-deps.ts';

const OPENS_WITHIN_MS = LINK_OPENS_WITHIN_MINUTES * 60_000;
const SECRET_BYTES = 32;

type Deps = Pick<AccountsDeps, 'clock' | 'dashboardLinks' | 'newId' | 'signInAddresses'>;

/** Creates a link for the account of the call; only the response contains its secret. */
export async function createDashboardLink(
  wish: z.infer<typeof DashboardLinkInput>,
  call: Call,
  { clock, dashboardLinks, newId, signInAddresses }: Deps,
): Promise<NewDashboardLink> {
  const { expiresIn = LINK_SECONDS_DEFAULT, embedOrigins = [], pages, name, returnUrl } = wish;
  const { accountId, actor, reservedId: id = newId() } = call;
  if (!actor) throw new Error('nobody creates a dashboard link');
  if (!call.permissions.includes('read'))
    throw new NotAllowed('A dashboard link reads what its pages show. Use a key with the scope read.', {
      code: 'scope-missing',
    });
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const now = clock();
  const after = (ms: number) => new Date(now.getTime() + ms);
  const link: StoredDashboardLink = {
    ...{ id, accountId, pages, embedOrigins },
    ...(name !== undefined && { name }),
    ...(returnUrl !== undefined && { returnUrl }),
    createdBy: actor,
    maker: makerOf(call),
    secretHash: hashApiKey(secret),
    createdAt: now,
    openBefore: after(Math.min(OPENS_WITHIN_MS, expiresIn * 1000)),
    expiresAt: after(expiresIn * 1000),
  };
  const url = signInAddresses.linkUrl(id, secret);
  await dashboardLinks.put(link);
  return { ...toDashboardLink(link), url };
}

/** The creator of a link: only keys and signed-in users may manage webhooks. */
function makerOf({ key, user }: Call): SessionHolder {
  if (key) return { keyHash: key.hash };
  if (user?.identity) return { userId: user.id, fingerprint: fingerprintOf(user.identity) };
  throw new Error('a dashboard link is created by neither a key nor a user');
}
