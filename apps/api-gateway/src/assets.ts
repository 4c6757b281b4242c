import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A file that goes with the gateway: beside `src` in the sources, beside `bin` in the bundle. */
export const asset = (path: string): URL => new URL(`../${path}`, import.meta.url);

/** A file of the reference page's package: copied beside the bundle, else where it is installed. */
export function swaggerUi(file: string): URL {
  const copied = asset(`swagger-ui/${file}`);
  if (existsSync(copied)) return copied;
  const installed = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
  return new URL(file, pathToFileURL(`${dirname(installed)}/`));
}
