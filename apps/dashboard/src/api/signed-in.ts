import { createContext, useContext } from 'react';
import type { SignedIn } from './session.ts';

const SignedInContext = createContext<SignedIn | undefined>(undefined);
export const SignedInProvider = SignedInContext.Provider;

/** @throws Error outside of a SignedInProvider */
export function useSignedIn(): SignedIn {
  const signedIn = useContext(SignedInContext);
  if (!signedIn) throw new Error('useSignedIn belongs inside a SignedInProvider');
  return signedIn;
}
