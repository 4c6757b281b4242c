import type { ReactNode } from 'react';
import { isGone } from '../api/client.ts';
import { ErrorNote } from './error-note.tsx';
import { Loading } from './loading.tsx';

export interface Query<T> {
  data: T | undefined;
  error: Error | null;
  refetch: () => unknown;
}

interface Props<T> {
  query: Query<T>;
  /** Known facts about a deleted resource. */
  gone?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows the data of a query; until then, that it is loading or why it failed. */
export function Loaded<T>({ query: { data, error, refetch }, gone, children }: Props<T>) {
  if (data !== undefined && !isGone(error)) return children(data);
  if (!error) return <Loading />;
  return (
    <div className="stack">
      <ErrorNote error={error} again={() => void refetch()} />
      {isGone(error) && gone}
    </div>
  );
}
