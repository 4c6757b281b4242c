/** One answer of a resolver. */
export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** Every address of a name, IPv4 and IPv6. */
export type LookupAll = (hostname: string) => Promise<ResolvedAddress[]>;

/** What an operator allows beyond https to public addresses. */
export interface EgressPolicy {
  allowHttp: boolean;
  /** CIDRs or single addresses that are open although they are not public: `127.0.0.0/8`, `::1/128`, `10.1.2.3`. */
  allowedNetworks: readonly string[];
  /** Stands in for the resolver of the system. */
  lookup?: LookupAll;
}
