const KEY = 'estate.sign-in-account';

/** The account that a person of this browser signed in to last, through its identity provider. */
export const signInAccount = {
  read: (): string => localStorage.getItem(KEY) ?? '',
  keep: (accountId: string): void => localStorage.setItem(KEY, accountId),
};

/** People begin to sign in here, if the service names an address for it; a page that it did not serve has a placeholder. */
export function peopleSignInUrl(): string | undefined {
  const address = document.querySelector<HTMLMetaElement>('meta[name="people-sign-in"]')?.content ?? '';
  return /^https?:/.test(address) ? address : undefined;
}

/** The sign-in of an account begins here and comes back to the page that is shown. */
export function signInPath(accountId: string): string {
  const { pathname, search } = window.location;
  const query = new URLSearchParams({ returnTo: `${pathname}${search}` });
  return `/dashboard/sign-in/${encodeURIComponent(accountId)}?${query.toString()}`;
}
