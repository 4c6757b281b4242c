/** An accepted connection of a server. */
export interface HeldConnection {
  network: string;
  /** True if it has proved to be a client: it has signed in, or has delivered something. Others are dropped for new ones. */
  isTrusted: boolean;
}

export interface Places {
  all: number;
  /** The maximum number of untrusted connections. */
  untrusted: number;
  perNetwork: number;
  /** The maximum number of them for a network without earlier trust. */
  untrustedPerNetwork: number;
}

export interface Admission<C> {
  isAdmitted: boolean;
  /** The connection that is dropped for the new one. */
  dropped?: C;
}

/** The number of places that are reserved for networks with earlier trust. */
const KEPT_PER_NETWORK = 4;

/**
 * Decides whether a new connection is accepted, and which one is dropped if there is no place left: of the untrusted ones, the oldest of
 * the network with the most of them, so that a few networks cannot keep the others out.
 */
export function admit<C extends HeldConnection>(
  held: readonly C[],
  network: string,
  { places, isKnown }: { places: Places; isKnown: (network: string) => boolean },
): Admission<C> {
  const untrusted = held.filter(({ isTrusted }) => !isTrusted);
  const ofNetwork = (one: C) => one.network === network;
  const untrustedOfNetwork = untrusted.filter(ofNetwork);
  const untrustedMost = isKnown(network) ? places.perNetwork : places.untrustedPerNetwork;
  if (held.filter(ofNetwork).length >= places.perNetwork || untrustedOfNetwork.length >= untrustedMost)
    return dropFirst(untrustedOfNetwork);
  if (held.length < places.all && untrusted.length < places.untrusted) return { isAdmitted: true };
  const groups = [...Map.groupBy(untrusted, (one) => one.network).values()];
  const isKept = (group: readonly C[]) =>
    group.length <= KEPT_PER_NETWORK && group[0] !== undefined && isKnown(group[0].network);
  const strangers = groups.filter((group) => !isKept(group));
  return dropFirst(largest(strangers.length === 0 && isKnown(network) ? groups : strangers));
}

/** The first of the largest groups, which are in the order of their oldest connections. */
const largest = <C>(groups: readonly C[][]): C[] =>
  groups.reduce((most, group) => (group.length > most.length ? group : most), []);

const dropFirst = <C>([dropped]: readonly C[]): Admission<C> =>
  dropped === undefined ? { isAdmitted: false } : { isAdmitted: true, dropped };
