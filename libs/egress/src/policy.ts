/** An address of a name. */
export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** Every address of a name, IPv4 and IPv6. */
export type LookupAll = (hostname: string) => Promise<ResolvedAddress[]>;

/** The exceptions of an operator to https and public addresses. */
export interface EgressPolicy {
  allowHttp: boolean;
  /** CIDRs or single addresses that are allowed although they are not public: `127.0.0.0/8`, `::1/128`, `10.1.2.3`. */
  allowedNetworks: readonly string[];
  /** Replaces the resolver of the system. */
  lookup?: LookupAll;
}
