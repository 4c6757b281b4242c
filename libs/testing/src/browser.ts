import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, BrowserServer } from 'playwright-core';

const BINARIES = [process.env['CHROMIUM_BINARY'], '/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** The Chromium of this machine; undefined without one. @throws Error in CI, where it is required */
export function chromiumBinary(): string | undefined {
  const binary = BINARIES.find((path) => path !== undefined && existsSync(path));
  if (binary === undefined && process.env['CI'] !== undefined) {
    throw new Error('There is no Chromium, and in CI nothing is skipped.');
  }
  return binary;
}

/** Makes the names of other machines unresolvable, so that nothing leaves this one. */
const ONLY_LOOPBACK = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';

/** As Playwright has them: of several lists, Chromium reads the last one. */
const DISABLED_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch',
  'msForceBrowserSignIn', 'msEdgeUpdateLaunchServicesPreferredVersion',
]; // oxfmt-ignore
/** Two pages for the suggestions of an address bar that nobody sees: a second of processor time for each window. */
const SUGGESTIONS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
const DISABLED = `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...SUGGESTIONS].join(',')}`;

function launchOptions() {
  const executablePath = chromiumBinary();
  if (executablePath === undefined) throw new Error('There is no Chromium on this machine.');
  return { executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', ONLY_LOOPBACK, DISABLED] };
}

/** Starts a Chromium that can reach only this machine. @throws Error without one */
export const startBrowser = (): Promise<Browser> => chromium.launch(launchOptions());

/** Starts such a Chromium for several processes. @throws Error without one */
export const serveBrowser = (): Promise<BrowserServer> => chromium.launchServer(launchOptions());

/** Connects to a Chromium that another process serves; closing it closes the windows of this connection. */
export const connectBrowser = (address: string): Promise<Browser> => chromium.connect(address);
