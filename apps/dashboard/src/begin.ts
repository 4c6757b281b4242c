import { isMissingFile, missingStyle, reloadFor } from './api/reload-for.ts';
import { readSessionEarly } from './api/session.ts';

// This script is small and runs before the others have arrived, so the session is read meanwhile.
readSessionEarly();

/** The place in which the page is drawn exists once the HTML is read. */
async function documentRead(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

documentRead()
  .then(() => import('./main.tsx'))
  .catch((error: unknown) => {
    if (!isMissingFile(error)) throw error;
    reloadFor(error.message);
  });

addEventListener('load', () => {
  const missing = missingStyle(document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'));
  if (missing !== undefined) reloadFor(missing);
});
