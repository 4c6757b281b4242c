import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const HEAD = `// Generated from the folders \`apps/*/src/manifest.ts\` by \`npx nx derive\`; do not edit.`;

/** The module that imports the manifest of every service; to be called in the root of the workspace. */
export function servicesModule(): string {
  const names = readdirSync('apps')
    .filter((app) => existsSync(join('apps', app, 'src/manifest.ts')))
    .sort();
  const imports = names.map(
    (name) => `import { manifest as ${variableOf(name)} } from '@estate/${name}/manifest';`,
  );
  return `${HEAD}\n${imports.join('\n')}\n\nexport const MANIFESTS = [${names.map(variableOf).join(', ')}] as const;\n`;
}

const variableOf = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
