/** A person who can sign in at the identity provider of the sandbox. */
export interface SandboxPerson {
  /** The id, which is also the subject. */
  id: string;
  name: string;
  email: string;
}

export const PEOPLE: readonly SandboxPerson[] = [
  { id: 'anna', name: 'Anna Admin', email: 'anna@beispiel-wohnen.example' },
  { id: 'viktor', name: 'Viktor Viewer', email: 'viktor@beispiel-wohnen.example' },
];

/** The application that is registered at the provider. */
export const CLIENT = { clientId: 'estate', clientSecret: 'estate-sandbox-secret' };
