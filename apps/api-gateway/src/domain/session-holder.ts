/** The holder of a session: the key that signed in, or a user with the identity that signed in. */
export type SessionHolder = { keyHash: string } | { userId: string; fingerprint: string };
