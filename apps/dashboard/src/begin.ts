import { isMissingFile, missingStyle, reloadFor } from './api/reload-for.ts';
import { readSessionEarly } from './api/session.ts';

// This small script runs before the others have arrived, so the session is read meanwhile.
readSessionEarly();

/** Resolves when the HTML is parsed and the root element exists. */
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
