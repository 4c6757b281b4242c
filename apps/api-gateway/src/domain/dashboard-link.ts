import type { Actor, DashboardLink, LinkedPage } from '@estate/contracts';
import type { SessionHolder } from './session-holder.ts';

/** A dashboard link in the gateway: hashes, never the secret or the key of its session. */
export interface StoredDashboardLink {
  id: string;
  accountId: string;
  pages: LinkedPage[];
  name?: string;
  embedOrigins: string[];
  returnUrl?: string;
  createdBy: Actor;
  /** The creator; the link ends with it. */
  maker: SessionHolder;
  /** The hash of the secret in the address, which opens the link once. */
  secretHash: string;
  /** The hash of the session key from opening the link. */
  sessionHash?: string;
  createdAt: Date;
  openBefore: Date;
  openedAt?: Date;
  expiresAt: Date;
}

export const toDashboardLink = (link: StoredDashboardLink): DashboardLink => ({
  id: link.id,
  pages: link.pages,
  ...(link.name !== undefined && { name: link.name }),
  embedOrigins: link.embedOrigins,
  ...(link.returnUrl !== undefined && { returnUrl: link.returnUrl }),
  createdBy: link.createdBy,
  createdAt: link.createdAt.toISOString(),
  openBefore: link.openBefore.toISOString(),
  ...(link.openedAt && { openedAt: link.openedAt.toISOString() }),
  expiresAt: link.expiresAt.toISOString(),
});

/** The actor of calls with a link. */
export const actorOfLink = ({ id, name }: StoredDashboardLink): Actor => ({
  kind: 'link',
  id,
  ...(name !== undefined && { name }),
});
