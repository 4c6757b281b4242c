import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { isMissingFile, reloadFor } from '../api/reload-for.ts';
import { ErrorNote } from '../ui/error-note.tsx';

/** The page that is shown after a rendering error. */
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
