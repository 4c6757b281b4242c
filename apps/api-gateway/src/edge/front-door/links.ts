/** A link on the front page. */
export interface Link {
  name: string;
  href: string;
  /** A description in one sentence. */
  text: string;
}

/** The pages of this service. */
export const OWN_LINKS: readonly (Link & { key: string })[] = [
  {
    key: 'dashboard',
    name: 'Dashboard',
    href: '/dashboard/',
    text: 'Properties, targets, listings, requests and webhooks; sign in with an API key.',
  },
  {
    key: 'reference',
    name: 'API reference',
    href: '/docs',
    text: 'Every operation with its fields and errors, and samples in four languages.',
  },
  {
    key: 'openapi',
    name: 'OpenAPI document',
    href: '/openapi.json',
    text: 'The reference for programs, as OpenAPI 3.1. Use it to generate a client.',
  },
  {
    key: 'readiness',
    name: 'Readiness',
    href: '/readyz',
    text: 'Whether the service accepts requests.',
  },
];

/** The links for programs. */
export const frontDoorDocument = (sandbox: readonly SandboxPage[]) => ({
  name: 'Real Estate Distribution Service',
  links: Object.fromEntries(OWN_LINKS.map(({ key, href }) => [key, href])),
  ...(sandbox.length > 0 && { sandbox: sandbox.map(({ name, href }) => ({ name, href })) }),
});

/** A page of the sandbox, which runs beside the service. */
export type SandboxPage = Pick<Link, 'name' | 'href'>;
