/** Whose session it is: of the key that signed in, or of a user as the person of the identity provider that signed in. */
export type SessionHolder = { keyHash: string } | { userId: string; fingerprint: string };
