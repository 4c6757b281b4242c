import { createContext, useContext, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { SESSION_OVER } from '../api/client.ts';
import { RightsProvider } from '../api/rights.ts';
import type { Rights } from '../api/rights.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { forgetSearches } from '../ui/last-search.ts';
import { Loading } from '../ui/loading.tsx';
import { operatorSession } from './api.ts';
import type { Operator, OperatorSession } from './api.ts';
import { OperatorSignInPage } from './pages/sign-in-page.tsx';

const KEY = ['operator-session'];
const OperatorContext = createContext<Operator | undefined>(undefined);
/** Shared components ask for the rights of a customer; an operator may do everything that the console offers. */
const RIGHTS: Rights = { permissions: ['read', 'write', 'manage', 'erase'] };

/** Shows the console to operators, and the sign-in page to everyone else. */
export function OperatorGate({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [over, setOver] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: operatorSession.read,
    staleTime: Infinity,
  });
  const begin = (now: OperatorSession) => {
    change(client, now);
    setOver(false);
  };
  const isIn = data?.signedIn === true;
  useEffect(() => {
    const end = () => {
      if (!isIn) return;
      setOver(true);
      void client.resetQueries({ queryKey: KEY });
    };
    window.addEventListener(SESSION_OVER, end);
    return () => {
      window.removeEventListener(SESSION_OVER, end);
    };
  }, [client, isIn]);
  if (error) return <ErrorNote error={error} again={() => void refetch()} />;
  if (!data) return <Loading />;
  if (!data.signedIn) {
    return <OperatorSignInPage over={over} hasProvider={data.hasProvider === true} onSession={begin} />;
  }
  return (
    <OperatorContext value={data.operator}>
      <RightsProvider value={RIGHTS}>{children}</RightsProvider>
    </OperatorContext>
  );
}

/** Clears the cache, so that the next operator sees nothing of the last one. */
function change(client: QueryClient, now: OperatorSession): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] });
  client.setQueryData(KEY, now);
  forgetSearches();
}

/** @throws Error outside of an OperatorGate */
export function useOperator(): Operator {
  const operator = useContext(OperatorContext);
  if (!operator) throw new Error('useOperator belongs inside an OperatorGate');
  return operator;
}

/** Ends the session, also at the provider if it supports that. */
export function useOperatorSignOut(): () => void {
  const client = useQueryClient();
  return () => {
    void operatorSession.end().then((now) => {
      if (!now.signedIn && now.continueAt !== undefined) window.location.assign(now.continueAt);
      else void client.resetQueries();
    });
  };
}
