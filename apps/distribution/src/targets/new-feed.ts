import { hashToken, newToken } from '@estate/vault';
import type { Vault } from '@estate/vault';
import type { FeedToken, TargetFeed } from '../domain/feed.ts';

export function newFeedToken(targetId: string, vault: Pick<Vault, 'seal'>): FeedToken {
  const token = newToken();
  return { tokenHash: hashToken(token), sealedToken: vault.seal(token, targetId) };
}

export const newFeed = (
  targetId: string,
  { vault, at }: { vault: Pick<Vault, 'seal'>; at: Date },
): TargetFeed => ({
  ...newFeedToken(targetId, vault),
  sealedPhotoKey: vault.seal(newToken(), targetId),
  change: 0,
  changedAt: at,
});
