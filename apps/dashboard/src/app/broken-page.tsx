import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { isMissingFile, reloadFor } from '../api/reload-for.ts';
import { ErrorNote } from '../ui/error-note.tsx';

/** A page that could not be drawn. */
export function BrokenPage() {
  const error = useRouteError();
  useEffect(() => {
    if (isMissingFile(error)) reloadFor(error.message);
  }, [error]);
  return (
    <ErrorNote
      error={error}
      again={() => {
        window.location.reload();
      }}
    />
  );
}
