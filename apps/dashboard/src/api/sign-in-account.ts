const KEY = 'estate.sign-in-account';

/** The account that a person of this browser signed in to last, through its identity provider. */
export const signInAccount = {
  read: (): string => localStorage.getItem(KEY) ?? '',
  keep: (accountId: string): void => localStorage.setItem(KEY, accountId),
};

/** The address at which users sign in; undefined if the service has none, or did not serve the page and so left the placeholder. */
export function peopleSignInUrl(): string | undefined {
  const address = document.querySelector<HTMLMetaElement>('meta[name="people-sign-in"]')?.content ?? '';
  return /^https?:/.test(address) ? address : undefined;
}

/** The sign-in path of an account, which leads back to the current page. */
export function signInPath(accountId: string): string {
  const { pathname, search } = window.location;
  const query = new URLSearchParams({ returnTo: `${pathname}${search}` });
  return `/dashboard/sign-in/${encodeURIComponent(accountId)}?${query.toString()}`;
}
