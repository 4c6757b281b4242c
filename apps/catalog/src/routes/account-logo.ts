import * as contracts from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { uploadIdOf } from '../domain/attachment-addresses.ts';
import { storedLogo } from '../own-image.ts';

const shown = (url: string | undefined, { addresses }: Pick<Deps, 'addresses'>): contracts.AccountLogo =>
  url === undefined ? {} : { url: addresses.shown(url) };

/** A file that was the logo is kept for as long as one that a property no longer names. */
async function keepFormer(
  accountId: string,
  former: string | undefined,
  { uploads, clock }: Pick<Deps, 'uploads' | 'clock'>,
): Promise<void> {
  const id = former === undefined ? undefined : uploadIdOf(former);
  if (id !== undefined) await uploads.use({ accountId, ids: [id] }, clock());
}

/** The logo of the account, if it has one. */
export const getAccountLogo = (deps: Deps) =>
  answer(contracts.getAccountLogo, async (_input, { accountId }) =>
    shown(await deps.logos.find(accountId), deps),
  );

/** Sets the logo of the account. */
export const setAccountLogo = (deps: Deps) =>
  answer(contracts.setAccountLogo, async ({ url: given }, { accountId }) => {
    const url = await storedLogo(deps, accountId, given);
    await keepFormer(accountId, await deps.logos.set({ accountId, url, now: deps.clock() }), deps);
    return shown(url, deps);
  });

/** The account has no logo afterwards. */
export const deleteAccountLogo = (deps: Deps) =>
  answer(contracts.deleteAccountLogo, async (_input, { accountId }) => {
    await keepFormer(accountId, await deps.logos.remove(accountId), deps);
    return {};
  });

/** The logo of an account. */
export const logoRoutes = (deps: Deps) => [
  getAccountLogo(deps),
  setAccountLogo(deps),
  deleteAccountLogo(deps),
];
