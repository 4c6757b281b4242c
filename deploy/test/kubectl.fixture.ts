import { spawnSync } from 'node:child_process';

/** Whether manifests can be rendered here; where CI lacks the program, tests fail instead of being skipped. */
export const hasKubectl = (): boolean =>
  Boolean(process.env['CI']) || spawnSync('kubectl', ['version', '--client']).status === 0;
