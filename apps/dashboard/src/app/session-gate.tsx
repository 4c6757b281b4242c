import { createContext, useContext, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SESSION_OVER, session } from '../api/client.ts';
import type { Session, SignedIn } from '../api/client.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { Loading } from '../ui/loading.tsx';
import { SignInPage } from '../pages/sign-in-page.tsx';

const KEY = ['session'];
const SignedInContext = createContext<SignedIn | undefined>(undefined);

/** Shows the page to who is signed in, and the way in to everyone else. */
export function SessionGate({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [over, setOver] = useState(false);
  const { data, error, refetch } = useQuery({ queryKey: KEY, queryFn: session.read, staleTime: Infinity });
  const told = (now: Session) => {
    client.clear();
    client.setQueryData(KEY, now);
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
  if (error) return <ErrorNote error={error} again={() => void refetch()} />;
  if (!data) return <Loading />;
  if (!data.signedIn) return <SignInPage over={over} onSession={told} />;
  return <SignedInContext value={data}>{children}</SignedInContext>;
}

/** Who is signed in. @throws Error outside of a SessionGate */
export function useSignedIn(): SignedIn {
  const signedIn = useContext(SignedInContext);
  if (!signedIn) throw new Error('useSignedIn belongs inside a SessionGate');
  return signedIn;
}

export const useMayWrite = (): boolean => useSignedIn().scopes.includes('write');

/** Ends the session. */
export function useSignOut(): () => void {
  const client = useQueryClient();
  return () => {
    void session.end().then((now) => {
      client.clear();
      client.setQueryData(KEY, now);
    });
  };
}
