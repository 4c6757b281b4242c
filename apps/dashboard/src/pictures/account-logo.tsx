import { useState } from 'react';
import type { ReactNode } from 'react';
import { api } from '../api/client.ts';
import './account-logo.css';

export const LOGO_QUERY = {
  queryKey: ['account-logo'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.account.logo({ signal }),
};

interface Props {
  url: string | undefined;
  alt: string;
  isFramed?: boolean;
  /** Shown instead of a logo that is missing or cannot be loaded. */
  children?: ReactNode;
}

/** The logo of the account on white, because most logos are made for it. */
export const AccountLogo = (props: Props) => <Shown key={props.url} {...props} />;

function Shown({ url, alt, isFramed = false, children = null }: Props) {
  const [isFailed, setFailed] = useState(false);
  if (url === undefined || isFailed) return children;
  return (
    <img
      className={isFramed ? 'account-logo framed' : 'account-logo'}
      // A relative path, because the session is sent to the page's own host only.
      src={new URL(url).pathname}
      alt={alt}
      onError={() => setFailed(true)}
    />
  );
}
