import type { DeclaredPlatform, TargetType } from '@estate/contracts';
import type { GuardedAgent } from '@estate/egress';
import type { Logger } from '@estate/observability';
import type { Vault } from '@estate/vault';
import type { RedirectFlow } from '../authorizations/flow.ts';
import type { ConsumerCredentialStore } from '../stores/consumer-credential-store.ts';
import type { FeedStore } from '../stores/feed-store.ts';
import type { AnyPlatform, PlatformTools } from './platform.ts';

/** Another location of a platform than in its profile, for example on this machine. */
export interface PlatformPlace {
  type: DeclaredPlatform['type'];
  apiUrl?: string;
  pageUrl?: string;
  /** Profile files that an operator may replace. */
  profiles: string;
}

/** The parts of the service that an adapter can use. */
export interface RestTools extends Pick<PlatformTools, 'attachment' | 'requestAddress'> {
  agent: GuardedAgent;
  clock: () => Date;
  log: Logger;
  /** The name of this process in leases. */
  owner: string;
  consumers: Pick<ConsumerCredentialStore, 'claimPublishing' | 'find' | 'releasePublishing'>;
  feeds: Pick<FeedStore, 'find' | 'pack' | 'put' | 'remove'>;
  vault: Pick<Vault, 'open'>;
  publicUrl: string;
  software: PlatformTools['software'];
  /** Reports that the changes of a feed could not be packed. */
  feedNotPacked(targetId: string, error: unknown): void;
  /** Stores that a grant is not valid any more, and the reason in words for the customer. */
  revoked(targetId: string, grantId: string, why: string): Promise<void>;
}

/** An installed platform, with its description for customers. */
export interface InstalledPlatform {
  name: string;
  limits: Pick<TargetType, 'attachmentTypes' | 'maxImageBytes' | 'maxImageEdge' | 'maxImages'>;
  collectsRequests: boolean;
  platform: AnyPlatform;
  /** Present for types whose end users approve the connection. */
  flow?: RedirectFlow;
}

/** An adapter, exported as `adapter` by the file `adapter.ts` of a platform's folder, with the tools that it needs. */
export type Adapter<Needed extends keyof RestTools = keyof RestTools> = (
  place: PlatformPlace,
  tools: Pick<RestTools, Needed>,
) => Promise<InstalledPlatform>;
