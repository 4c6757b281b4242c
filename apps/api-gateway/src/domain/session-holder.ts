/** The holder of a session: the key that signed in, or a user as the person of the identity provider that signed in. */
export type SessionHolder = { keyHash: string } | { userId: string; fingerprint: string };
