import { execFileSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';

/** Larger than anything that a storm writes; a filesystem in memory takes only what is used. */
const ROOMY = '16g';
/** What is left when a disk is filled: less than any write of interest. */
const REST_BYTES = 64 * 1024;
const PAGE_BYTES = 4096;
const FILL_TRIES = 20;

/** A directory with a filesystem of its own, which can be filled and freed in a moment. */
export interface SmallDisk {
  fill(): void;
  free(): void;
  close(): void;
}

const mount = (...args: string[]): void => {
  execFileSync('mount', args, { stdio: ['ignore', 'ignore', 'pipe'] });
};

/** Mounts a filesystem at the directory; undefined where this user may not do that. */
export function mountSmallDisk(directory: string): SmallDisk | undefined {
  mkdirSync(directory, { recursive: true });
  try {
    mount('-t', 'tmpfs', '-o', `size=${ROOMY}`, 'tmpfs', directory);
  } catch {
    return undefined;
  }
  const resize = (size: string) => {
    mount('-o', `remount,size=${size}`, directory);
  };
  const fillOnce = () => {
    const { blocks, bfree, bsize } = statfsSync(directory);
    const bytes = (blocks - bfree) * bsize + REST_BYTES;
    resize(String(Math.ceil(bytes / PAGE_BYTES) * PAGE_BYTES));
  };
  return {
    fill: () => {
      for (let tries = 1; ; tries += 1) {
        try {
          fillOnce();
          return;
        } catch (error) {
          // The services may have written more than the rest since their files were measured; no disk can be smaller than those.
          if (tries === FILL_TRIES) throw error;
        }
      }
    },
    free: () => {
      resize(ROOMY);
    },
    close: () => {
      execFileSync('umount', ['--lazy', directory]);
    },
  };
}
