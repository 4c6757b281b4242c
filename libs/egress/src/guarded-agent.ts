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
  /** Per origin; 16 when left out. */
  connections?: number;
  /** How long an idle connection is kept, whatever the server offers; 4000 when left out. */
  keepAliveTimeoutMs?: number;
  /** Certificates (PEM) of authorities to trust beside the well-known ones. */
  certificateAuthorities?: readonly string[];
}

/** Connections that lead only where the policy allows, however the address was come by. */
export interface GuardedAgent {
  /** Waits for what is under way, then closes every connection. */
  close(): Promise<void>;
  /** Breaks off what is under way. */
  destroy(): Promise<void>;
  readonly policy: EgressPolicy;
  /** A connection to an origin that is free for a request; `fresh`: one that was not used before. */
  take(origin: string, options?: { fresh?: boolean }): Connection;
}

const MAX_HEADER_BYTES = 16 * 1024;
/** Name resolution, connection and TLS together. */
const CONNECT_TIMEOUT_MS = 5000;
/** The default of Node (250 ms) is too short for healthy receivers that are far away. */
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

/** Checks before anything is dialled, because no lookup is made for a host that is already an IP address. */
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
    // The connector returns its socket, which its type does not say.
    const socket = connect(target, callback);
    if (socket instanceof Socket) watchDial(dial, socket, isIP(hostname) ? hostname : undefined);
  };

/** Hands only vetted addresses to the dialler, so that the address that was checked is the address that is dialled. */
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
