import { carries } from '@estate/openimmo';
import type { RestTools } from '../adapter.ts';
import { schemaRefusal } from '../openimmo-ftp/schema-refusal.ts';
import type { Account, Opening, Platform, PlatformSession, PublicationFailure } from '../platform.ts';
import { failureOf } from '../problems.ts';
import { compose, openimmoAround, problemsOf } from './compose.ts';

export type FeedTools = Pick<
  RestTools,
  'clock' | 'feedNotPacked' | 'feeds' | 'publicUrl' | 'requestAddress' | 'software' | 'vault'
>;

const GONE: PublicationFailure = {
  code: 'internal',
  message: 'The feed of the target no longer exists.',
  repeat: false,
  scope: 'target',
};

/** The platform of feeds, which websites and portals fetch: a publication only changes the content of the next fetch. */
export const feedPlatform = (tools: FeedTools): Platform<Account> => ({
  format: 'OpenImmo',
  carries,
  problems: (_account, snapshot) => problemsOf(snapshot),
  preview: (account, publication) => ({
    mediaType: 'application/xml',
    body: documentOf(compose(publication, { ...tools, account, photoKey: '' }).openimmo, account, {
      ...tools,
      at: publication.at,
    }),
  }),
  async check({ id }) {
    const found = await tools.feeds.find(id);
    const message = found ? 'The feed can be fetched at its addresses.' : GONE.message;
    return { ok: found !== null, steps: [{ name: 'resolve', ok: found !== null, message }] };
  },
  open: (account) => open(account, tools),
});

function documentOf(
  element: string,
  { id }: Account,
  { software, at }: Pick<FeedTools, 'software'> & { at: Date },
) {
  const { before, after } = openimmoAround({ software, provider: id, at });
  return `${before}${element}${after}`;
}

async function open(account: Account, tools: FeedTools): Promise<Opening> {
  const { clock, feeds, vault } = tools;
  const target = await feeds.find(account.id);
  // Nobody fetches the feed of a deleted target, so it needs no key.
  const photoKey = target ? vault.open(target.feed.sealedPhotoKey, target.id) : undefined;
  const session: PlatformSession = {
    async set(publication) {
      const { snapshot, listingId, sequence } = publication;
      if (target === null || photoKey === undefined) return { ok: false, failure: GONE };
      if (publication.preventPublication) {
        await feeds.remove({ listingId, targetId: account.id, sequence }, clock());
        return { ok: true, published: false };
      }
      const failure = failureOf(problemsOf(snapshot));
      if (failure) return { ok: false, failure };
      const composed = compose(publication, { ...tools, account, photoKey });
      const whole = documentOf(composed.openimmo, account, { ...tools, at: publication.at });
      const refusal = await schemaRefusal(Buffer.from(whole, 'utf8'));
      if (refusal) return { ok: false, failure: refusal };
      const { accountId, id: targetId } = target;
      await feeds.put({ listingId, accountId, targetId, sequence, ...composed }, clock());
      return { ok: true, isPlaced: true };
    },
    async delete({ listingId, sequence }) {
      await feeds.remove({ listingId, targetId: account.id, sequence }, clock());
      return { ok: true };
    },
    /** Packs all changes of a run once. Changes that are not packed are read one by one, and packed after the next run. */
    close: () => feeds.pack(account.id).catch((error: unknown) => tools.feedNotPacked(account.id, error)),
  };
  return { ok: true, session };
}
