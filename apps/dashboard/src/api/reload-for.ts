const RELOADED = 'estate-reloaded-for';
/** Several attempts, because during an update several instances answer with files of different versions. */
const TIMES_MAX = 3;

interface Place {
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
  location: Pick<Location, 'reload'>;
}

/** Reloads the page, because an update changes the names of its files. It stops after a few attempts: the cause may be another one. */
export function reloadFor(reason: string, { sessionStorage, location }: Place = globalThis): void {
  const reasons = (sessionStorage.getItem(RELOADED) ?? '').split('\n');
  if (reasons.filter((one) => one === reason).length >= TIMES_MAX) return;
  sessionStorage.setItem(RELOADED, [...reasons, reason].join('\n'));
  location.reload();
}

/** The errors of browsers for an import of a script or a style that no longer exists. */
const MISSING = /dynamically imported module|module script|Unable to preload CSS/;

export const isMissingFile = (error: unknown): error is Error =>
  error instanceof Error && MISSING.test(error.message);

/** The address of a style that the HTML names and that failed to load; called once all files are loaded. */
export const missingStyle = (styles: Iterable<Pick<HTMLLinkElement, 'href' | 'sheet'>>): string | undefined =>
  [...styles].find(({ sheet }) => sheet === null)?.href;
