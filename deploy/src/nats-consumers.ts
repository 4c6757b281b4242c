import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Row } from '../../tools/checks/src/message-map-table.ts';
import { scan } from '../../tools/checks/src/message-map-scan.ts';
import { sources } from '../../tools/checks/src/message-map-rows.ts';
import type { ServiceName } from './services.ts';

/** A durable consumer of a service and the subject, or the filter, that it listens to. */
export interface Consumer {
  name: string;
  filter: string;
}

/** The consumers of a service: one file `handlers/on-x.ts` each, named `<service>-on-x`. @throws Error for a file without a filter */
export function consumersOf(service: ServiceName, rows: readonly Row[]): Consumer[] {
  const files = handlerFiles(service);
  const found = scan(sources().filter(({ path }) => files.includes(path)));
  return files.map((path) => {
    const handled = found.find((one) => one.use === 'handles' && one.path === path)?.name;
    const filter = rows.find(({ name }) => name === handled)?.subject ?? handled;
    if (filter === undefined) throw new Error(`${path} names nothing that it listens to`);
    return { name: `${service}-${basename(path, '.ts')}`, filter };
  });
}

function handlerFiles(service: ServiceName): string[] {
  const src = join('apps', service, 'src');
  if (!readdirSync(src).includes('handlers')) return [];
  return readdirSync(join(src, 'handlers'))
    .filter((file) => /^on-[a-z-]+\.ts$/.test(file))
    .sort()
    .map((file) => join(src, 'handlers', file));
}
