import type { DeclaredPlatform, TargetType } from '@estate/contracts';
import type { GuardedAgent } from '@estate/egress';
import type { Logger } from '@estate/observability';
import type { Vault } from '@estate/vault';
import type { RedirectFlow } from '../authorizations/flow.ts';
import type { ConsumerCredentialStore } from '../stores/consumer-credential-store.ts';
import type { FeedStore } from '../stores/feed-store.ts';
import type { AnyPlatform, PlatformTools } from './platform.ts';

/** Where a platform is, if it is somewhere else than its profile says: for example on this machine. */
export interface PlatformPlace {
  type: DeclaredPlatform['type'];
  apiUrl?: string;
  pageUrl?: string;
  /** Profile files that an operator may replace. */
  profiles: string;
}

/** The parts of the service that an adapter can ask for. */
export interface RestTools extends Pick<PlatformTools, 'attachment' | 'requestAddress'> {
  agent: GuardedAgent;
  clock: () => Date;
  log: Logger;
  /** Names this process in leases. */
  owner: string;
  consumers: Pick<ConsumerCredentialStore, 'claimPublishing' | 'find' | 'releasePublishing'>;
  feeds: Pick<FeedStore, 'find' | 'pack' | 'put' | 'remove'>;
  vault: Pick<Vault, 'open'>;
  publicUrl: string;
  software: PlatformTools['software'];
  /** Reports that the changes of a feed could not be packed. */
  feedNotPacked(targetId: string, error: unknown): void;
  /** Stores that a grant is not valid any more, and why, in words for the customer. */
  revoked(targetId: string, grantId: string, why: string): Promise<void>;
}

/** A platform that is ready, and what customers read of it. */
export interface InstalledPlatform {
  name: string;
  limits: Pick<TargetType, 'attachmentTypes' | 'maxImageBytes' | 'maxImageEdge' | 'maxImages'>;
  collectsRequests: boolean;
  platform: AnyPlatform;
  /** Types whose end users approve the connection have it. */
  flow?: RedirectFlow;
}

/** Exported as `adapter` by the file `adapter.ts` of a platform's folder, which names the tools that it needs. */
export type Adapter<Needed extends keyof RestTools = keyof RestTools> = (
  place: PlatformPlace,
  tools: Pick<RestTools, Needed>,
) => Promise<InstalledPlatform>;
