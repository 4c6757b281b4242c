/** A connection that has a place at a server. */
export interface HeldConnection {
  network: string;
  /** It has shown that it is a client: it has signed in, or has delivered something. Others are dropped for new ones. */
  isTrusted: boolean;
}

export interface Places {
  all: number;
  /** The most connections that are not trusted. */
  untrusted: number;
  perNetwork: number;
  /** Of those, as many may be held without trust by a network of which nobody was trusted before. */
  untrustedPerNetwork: number;
}

export interface Admission<C> {
  isAdmitted: boolean;
  /** Loses its place to the new connection. */
  dropped?: C;
}

/** So many places of a network that was trusted before are kept from strangers. */
const KEPT_PER_NETWORK = 4;

/**
 * Whether a new connection gets a place, and which one it takes when there is none left: of those that are not trusted, the oldest one of
 * the network that has most of them, so that a few networks cannot keep the others out.
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

/** The first one of the largest: the groups are in the order of their oldest connections. */
const largest = <C>(groups: readonly C[][]): C[] =>
  groups.reduce((most, group) => (group.length > most.length ? group : most), []);

const dropFirst = <C>([dropped]: readonly C[]): Admission<C> =>
  dropped === undefined ? { isAdmitted: false } : { isAdmitted: true, dropped };
