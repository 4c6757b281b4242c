import { spawn } from 'node:child_process';

const OPENERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens an address. A computer without a browser is no error, because the address has been printed. */
export function openInBrowser(url: string): void {
  const [program = 'xdg-open', ...args] = OPENERS[process.platform] ?? [];
  const child = spawn(program, [...args, url], { detached: true, stdio: 'ignore' });
  child.once('error', () => undefined);
  child.unref();
}
