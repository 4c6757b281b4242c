const RELOADED = 'estate-reloaded-for';
/** During an update, several copies of the service answer with files of different versions. */
const TIMES_MAX = 3;

interface Place {
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
  location: Pick<Location, 'reload'>;
}

/** Loads the page again, because the names of its files change with an update. It stops after a few times: the reason may be another one. */
export function reloadFor(reason: string, { sessionStorage, location }: Place = globalThis): void {
  const reasons = (sessionStorage.getItem(RELOADED) ?? '').split('\n');
  if (reasons.filter((one) => one === reason).length >= TIMES_MAX) return;
  sessionStorage.setItem(RELOADED, [...reasons, reason].join('\n'));
  location.reload();
}

/** What a failed import says of a script or a style that no longer exists. */
const MISSING = /dynamically imported module|module script|Unable to preload CSS/;

export const isMissingFile = (error: unknown): error is Error =>
  error instanceof Error && MISSING.test(error.message);

/** The address of a style that the HTML names and that did not arrive; asked when everything is loaded. */
export const missingStyle = (styles: Iterable<Pick<HTMLLinkElement, 'href' | 'sheet'>>): string | undefined =>
  [...styles].find(({ sheet }) => sheet === null)?.href;
