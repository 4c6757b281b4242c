import { Socket, isIP, isIPv6 } from 'node:net';
import type { LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { buildConnector } from 'undici';
import { requireNetworks } from './address-rules.ts';
import { requireAllowed } from './check-url.ts';
import { Connections } from './connections.ts';
import type { Connect, Connection } from './connections.ts';
import { beginDial, watchDial } from './dial.ts';
import type { EgressPolicy } from './policy.ts';
import { resolveVetted } from './resolve-host.ts';

export interface GuardedAgentOptions {
  /** The maximum number of connections per origin, 16 by default. */
  connections?: number;
  /** The time that an idle connection is kept, whatever the server offers; 4000 by default. */
  keepAliveTimeoutMs?: number;
  /** Certificates (PEM) of trusted authorities besides the well-known ones. */
  certificateAuthorities?: readonly string[];
}

/** Connections that lead only where the policy allows, in any case. */
export interface GuardedAgent {
  /** Waits for requests in progress, then closes every connection. */
  close(): Promise<void>;
  /** Aborts requests in progress. */
  destroy(): Promise<void>;
  readonly policy: EgressPolicy;
  /** A connection to an origin for a request; `fresh`: one that was not used before. */
  take(origin: string, options?: { fresh?: boolean }): Connection;
}

const MAX_HEADER_BYTES = 16 * 1024;
/** The time limit for name resolution, connection and TLS together. */
const CONNECT_TIMEOUT_MS = 5000;
/** The time for one of several addresses. The default of Node (250 ms) is too short for healthy receivers that are far away. */
const ADDRESS_ATTEMPT_MS = 1000;

export function guardedAgent(policy: EgressPolicy, options: GuardedAgentOptions = {}): GuardedAgent {
  requireNetworks(policy);
  const keepAliveTimeout = options.keepAliveTimeoutMs ?? 4000;
  const connections = new Connections(guarded(policy, connector(policy, options)), {
    perOrigin: options.connections ?? 16,
    client: { keepAliveTimeout, keepAliveMaxTimeout: keepAliveTimeout, maxHeaderSize: MAX_HEADER_BYTES },
  });
  return {
    policy,
    take: (origin, wanted) => connections.take(origin, wanted),
    close: () => connections.close(),
    destroy: () => connections.destroy(),
  };
}

function connector(policy: EgressPolicy, options: GuardedAgentOptions): buildConnector.connector {
  return buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    lookup: vettedLookup(policy),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
    ...(options.certificateAuthorities && { ca: [...rootCertificates, ...options.certificateAuthorities] }),
  });
}

/** Checks before dialling, because a host that is an IP address is never looked up. */
const guarded =
  (policy: EgressPolicy, connect: (...given: Parameters<buildConnector.connector>) => unknown): Connect =>
  (onDial) =>
  (target, callback) => {
    const { hostname } = target;
    const host = isIPv6(hostname) ? `[${hostname}]` : hostname;
    try {
      requireAllowed(`${target.protocol}//${host}:${target.port}`, policy);
    } catch (error) {
      callback(error instanceof Error ? error : new Error('The address could not be checked.'), null);
      return;
    }
    const dial = beginDial();
    onDial(dial);
    // The connector returns its socket, although its type does not say so.
    const socket = connect(target, callback);
    if (socket instanceof Socket) watchDial(dial, socket, isIP(hostname) ? hostname : undefined);
  };

/** Passes only checked addresses to the dialler, so that the checked address is the dialled one. */
function vettedLookup(policy: EgressPolicy): LookupFunction {
  return (hostname, { all }, callback) => {
    resolveVetted(hostname, policy).then(
      (addresses) => {
        if (all === true) callback(null, addresses);
        else callback(null, addresses[0].address, addresses[0].family);
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, []),
    );
  };
}
