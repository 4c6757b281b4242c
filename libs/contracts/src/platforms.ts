/** The kinds of access to an account on a platform with an adapter of its own. */
export const PLATFORM_ACCESS = ['redirect-flow', 'api-key', 'none'] as const;
export type PlatformAccess = (typeof PLATFORM_ACCESS)[number];
/** Every kind of access, including the logins of FTP portals. */
export type AccessKind = 'ftp-login' | PlatformAccess;

/** A platform with an adapter of its own, as all services know it. */
interface PlatformRow {
  readonly type: string;
  readonly access: PlatformAccess;
  /** The folder of the adapter in `apps/distribution/src/platforms`; platforms that differ in their profiles only share one. */
  readonly adapter: string;
  /** The prefix of its settings, as in `MARKETPLACE_URL`; absent for a platform that fetches and is never called. */
  readonly settings?: Uppercase<string>;
  /** The folder in `tools/sandbox/src` that simulates the platform in a local system; present together with `settings`. */
  readonly simulator?: string;
  /** The route for the credentials that the platform issued to the customer's application; only for redirect flows. */
  readonly consumer?: { readonly path: `/${string}`; readonly operationId: string; readonly summary: string };
}

/** All platforms except the FTP portals, which are profile files. */
export const PLATFORMS = [
  {
    type: 'marketplace-24',
    access: 'redirect-flow',
    adapter: 'marketplace-24',
    settings: 'MARKETPLACE',
    simulator: 'marketplace',
    consumer: {
      path: '/account',
      operationId: 'setConsumerCredentials',
      summary: 'Set the marketplace consumer credentials',
    },
  },
  {
    type: 'marketplace-24-sandbox',
    access: 'redirect-flow',
    adapter: 'marketplace-24',
    settings: 'MARKETPLACE_SANDBOX',
    simulator: 'marketplace',
    consumer: {
      path: '/account/sandbox',
      operationId: 'setSandboxConsumerCredentials',
      summary: 'Set the marketplace sandbox consumer credentials',
    },
  },
  { type: 'feed', access: 'none', adapter: 'feed' },
] as const satisfies readonly PlatformRow[];

export type DeclaredPlatform = (typeof PLATFORMS)[number];
/** A platform that the service calls. */
export type CalledPlatform = Extract<DeclaredPlatform, { settings: string }>;

export const isCalled = (row: DeclaredPlatform): row is CalledPlatform => 'settings' in row;
export const CALLED_PLATFORMS: readonly CalledPlatform[] = PLATFORMS.filter(isCalled);

/** The platforms with a kind of access. */
export type PlatformWith<K extends AccessKind> = Extract<DeclaredPlatform, { access: K }>;

export const platformsWith = <K extends AccessKind>(access: K): PlatformWith<K>[] =>
  PLATFORMS.filter((row): row is PlatformWith<K> => (row.access as AccessKind) === access);

/** The kind of access of a type; a type without a row is that of an FTP portal. */
export const accessOf = (type: string): AccessKind =>
  PLATFORMS.find((row) => row.type === type)?.access ?? 'ftp-login';

/** The folders of the sandbox that simulate platforms. */
export const SIMULATORS = [...new Set(CALLED_PLATFORMS.map(({ simulator }) => simulator))];
