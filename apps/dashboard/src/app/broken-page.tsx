import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { ErrorNote } from '../ui/error-note.tsx';

const RELOADED = 'estate-reloaded-for';

/** A page that could not be drawn. After an update its script has another name: loading the page again finds it. */
export function BrokenPage() {
  const error = useRouteError();
  useEffect(() => {
    const message = error instanceof Error ? error.message : '';
    if (!/dynamically imported module|module script/.test(message)) return;
    if (sessionStorage.getItem(RELOADED) === message) return;
    sessionStorage.setItem(RELOADED, message);
    window.location.reload();
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
