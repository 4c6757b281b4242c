import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';
import { Loading } from './loading.tsx';

interface Props<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  children: (data: T) => ReactNode;
}

/** Shows what a query has read; before that, that it is loading or why it failed. */
export function Loaded<T>({ query: { data, error, refetch }, children }: Props<T>) {
  if (data !== undefined) return children(data);
  return error ? <ErrorNote error={error} again={() => void refetch()} /> : <Loading />;
}
