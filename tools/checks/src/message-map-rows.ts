import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@estate/contracts';
import { scan } from './message-map-scan.ts';
import type { SourceFile } from './message-map-scan.ts';
import { rowsOf } from './message-map-table.ts';
import type { Contract, ContractKind, Row } from './message-map-table.ts';

const NOT_PRODUCT = /\.(test|suite|fixture)\.ts$|fakes\.ts$|\/test-support\//;

function declared(): Contract[] {
  return Object.entries(contracts as Record<string, unknown>).flatMap(([name, value]) =>
    hasSubject(value)
      ? [{ name, subject: value.subject, kind: value.subject.split('.')[0] as ContractKind }]
      : [],
  );
}

const hasSubject = (value: unknown): value is { subject: string } =>
  typeof value === 'object' && value !== null && 'subject' in value && typeof value.subject === 'string';

/** The sources of all services, tests excepted; to be called in the root of the workspace. */
export function sources(): SourceFile[] {
  return readdirSync('apps').flatMap((app) => {
    const root = join('apps', app, 'src');
    if (!existsSync(root)) return [];
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((path) => join(root, path))
      .filter((path) => path.endsWith('.ts') && !NOT_PRODUCT.test(path))
      .map((path) => ({ app, path, text: readFileSync(path, 'utf8') }));
  });
}

/** Every contract with the services that send and receive it; to be called in the root of the workspace. */
export const messageRows = (): Row[] => rowsOf(declared(), scan(sources()));
