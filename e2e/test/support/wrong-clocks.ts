import { globSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '@estate/manifests';
import type { ServiceName } from '@estate/manifests';

/** Debian keeps it in the directory of the architecture. */
const [LIBRARY] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');

export const hasFaketime = (): boolean => LIBRARY !== undefined;

/** The clocks of the machines on which services run: each reads its own from a file when it starts. */
export function wrongClocks() {
  const directory = mkdtempSync(join(tmpdir(), 'estate-clocks-'));
  const fileOf = (name: ServiceName) => join(directory, name);
  const environmentOf = (name: ServiceName) => ({
    LD_PRELOAD: LIBRARY ?? '',
    FAKETIME_TIMESTAMP_FILE: fileOf(name),
    // Nobody sets the monotonic clock of a machine.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  return {
    directory,
    environments: Object.fromEntries(serviceNames.map((name) => [name, environmentOf(name)])),
    set: (name: ServiceName, aheadHours: number) => {
      writeFileSync(fileOf(name), `${aheadHours < 0 ? '' : '+'}${String(aheadHours)}h\n`);
    },
  };
}
