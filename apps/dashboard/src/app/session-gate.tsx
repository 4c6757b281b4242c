import { Suspense, lazy, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SESSION_OVER } from '../api/client.ts';
import { openedLink } from '../api/opened-link.ts';
import { session } from '../api/session.ts';
import type { Session, SignedIn } from '../api/session.ts';
import { RightsProvider } from '../api/rights.ts';
import type { Rights } from '../api/rights.ts';
import { SignedInProvider } from '../api/signed-in.ts';
import { signInAccount } from '../api/sign-in-account.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { forgetSearches } from '../ui/last-search.ts';
import { Loading } from '../ui/loading.tsx';
import { SignInPage } from '../pages/sign-in-page.tsx';

const KEY = ['session'];
const LinkOver = lazy(async () => ({ default: (await import('./link-over.tsx')).LinkOver }));

/** Shows the page to signed-in users, and the sign-in page to everyone else. */
export function SessionGate({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [over, setOver] = useState(false);
  const { data, error, refetch } = useQuery({ queryKey: KEY, queryFn: session.read, staleTime: Infinity });
  const begin = (now: Session) => {
    change(client, now);
    setOver(false);
  };
  useEffect(() => {
    const end = () => {
      setOver(true);
      client.setQueryData<Session>(KEY, { signedIn: false });
    };
    window.addEventListener(SESSION_OVER, end);
    return () => {
      window.removeEventListener(SESSION_OVER, end);
    };
  }, [client]);
  const accountId = data?.signedIn && data.user ? data.account.id : undefined;
  useEffect(() => {
    if (accountId !== undefined) signInAccount.keep(accountId);
  }, [accountId]);
  if (error) return <ErrorNote error={error} again={() => void refetch()} />;
  if (!data) return <Loading />;
  if (!data.signedIn && openedLink) {
    return (
      <Suspense fallback={<Loading />}>
        <LinkOver />
      </Suspense>
    );
  }
  if (!data.signedIn) return <SignInPage over={over} onSession={begin} />;
  return (
    <SignedInProvider value={data}>
      <RightsProvider value={rightsOf(data)}>{children}</RightsProvider>
    </SignedInProvider>
  );
}

const rightsOf = ({ permissions, user, look }: SignedIn): Rights => ({
  permissions,
  ...(user && { role: user.role }),
  isLook: look !== undefined,
});

/** Clears the cache, so that the next account sees nothing of the last one. */
function change(client: QueryClient, now: Session): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] });
  client.setQueryData(KEY, now);
  forgetSearches();
}

/** Ends the session, or an operator's view of the account. */
export function useSignOut(): () => void {
  const client = useQueryClient();
  return () => {
    void session.end().then((now) => {
      if (!now.signedIn && now.continueAt !== undefined) window.location.assign(now.continueAt);
      else change(client, now);
    });
  };
}
