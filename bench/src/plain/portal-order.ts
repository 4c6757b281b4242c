/** What the plain script is asked to bring to a portal. */
export interface PortalOrder {
  packages: PlainPackage[];
  /** Uploads at the same time. */
  connections: number;
  port: number;
  users: readonly { username: string; password: string }[];
  /** Told of each upload. */
  webhookUrl?: string;
}

export interface PlainPackage {
  /** The OpenImmo document; the script does not write it. */
  document: { name: string; text: string };
  photos: { url: string; name: string }[];
}
