import type { ServiceManifest } from '@estate/contracts';

const HEAD = `// Generated from the manifests of the services by \`npx nx derive\`; do not edit.
// Secrets are made by plain Node, without any package.`;

/** The module with the names of the services, for programs that run without packages. */
export const deployedModule = (services: readonly ServiceManifest[]): string =>
  `${HEAD}\nexport const SERVICES = [${services
    .map(({ name, database: { sealed } }) => `{ name: '${name}', sealed: ${String(sealed)} }`)
    .join(', ')}] as const;\n`;
