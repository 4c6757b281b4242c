const LATEST_MS = 2000;
/** Some browsers do not say when they are idle. */
const OTHERWISE_MS = 100;

/** Resolves when the page has asked for its data, so that later requests do not take the connections it needs. */
export async function afterPage(): Promise<void> {
  await new Promise<void>((resolve) => {
    const browser: Partial<Window> = window;
    if (browser.requestIdleCallback) browser.requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
    else setTimeout(resolve, OTHERWISE_MS);
  });
}
