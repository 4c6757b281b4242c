import { isIPv6 } from 'node:net';
import type { LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { Agent, buildConnector } from 'undici';
import type { Dispatcher } from 'undici';
import { requireNetworks } from './address-rules.ts';
import { requireAllowed } from './check-url.ts';
import { recentDials } from './recent-dials.ts';
import type { Dial } from './recent-dials.ts';
import type { EgressPolicy } from './policy.ts';
import { resolveVetted } from './resolve-host.ts';

export interface GuardedAgentOptions {
  /** Per origin; 16 when left out. */
  connections?: number;
  /** Name resolution, connection and TLS together; 5000 when left out. */
  connectTimeoutMs?: number;
  /** How long an idle connection is kept, whatever the server offers; 4000 when left out. */
  keepAliveTimeoutMs?: number;
  /** Certificates (PEM) of authorities to trust beside the well-known ones. */
  certificateAuthorities?: readonly string[];
}

/** Connections that lead only where the policy allows, however the address was come by. */
export interface GuardedAgent {
  /** Waits for what is under way, then closes every connection. */
  close(): Promise<void>;
  readonly dispatcher: Dispatcher;
  readonly policy: EgressPolicy;
  /** The newest connection that was begun to an origin. */
  lastDial(origin: string): Dial | undefined;
}

const MAX_HEADER_BYTES = 16 * 1024;
/** The default of Node 20 (250 ms) gives up on healthy receivers that are far away. */
const ADDRESS_ATTEMPT_MS = 1000;

export function guardedAgent(policy: EgressPolicy, options: GuardedAgentOptions = {}): GuardedAgent {
  requireNetworks(policy);
  const keepAliveTimeout = options.keepAliveTimeoutMs ?? 4000;
  const dials = recentDials();
  const dispatcher = new Agent({
    connections: options.connections ?? 16,
    keepAliveTimeout,
    keepAliveMaxTimeout: keepAliveTimeout,
    maxHeaderSize: MAX_HEADER_BYTES,
    connect: guard(policy, connector(policy, options), dials.begin),
  });
  return { dispatcher, policy, close: () => dispatcher.close(), lastDial: dials.last };
}

function connector(policy: EgressPolicy, options: GuardedAgentOptions): buildConnector.connector {
  return buildConnector({
    timeout: options.connectTimeoutMs ?? 5000,
    lookup: vettedLookup(policy),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
    ...(options.certificateAuthorities && { ca: [...rootCertificates, ...options.certificateAuthorities] }),
  });
}

/** Checks before anything is dialled, because no lookup is made for a host that is already an IP address. */
function guard(
  policy: EgressPolicy,
  connect: buildConnector.connector,
  begin: (origin: string) => Dial,
): buildConnector.connector {
  return (target, callback) => {
    const host = isIPv6(target.hostname) ? `[${target.hostname}]` : target.hostname;
    let dial: Dial;
    try {
      dial = begin(requireAllowed(`${target.protocol}//${host}:${target.port}`, policy).origin);
    } catch (error) {
      callback(error instanceof Error ? error : new Error('The address could not be checked.'), null);
      return;
    }
    connect(target, (...[error, socket]) => {
      if (error !== null) {
        callback(error, null);
        return;
      }
      dial.address = socket.remoteAddress;
      callback(null, socket);
    });
  };
}

/** Hands only vetted addresses to the dialler, so that the address that was checked is the address that is dialled. */
function vettedLookup(policy: EgressPolicy): LookupFunction {
  return (hostname, { all }, callback) => {
    resolveVetted(hostname, policy).then(
      (addresses) =>
        all === true ? callback(null, addresses) : callback(null, addresses[0].address, addresses[0].family),
      (error: unknown) => callback(error as NodeJS.ErrnoException, []),
    );
  };
}
