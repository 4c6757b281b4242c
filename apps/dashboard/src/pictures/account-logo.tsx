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
  /** Shown in the place of a logo that is missing or cannot be shown. */
  children?: ReactNode;
}

/** The logo of the account on white, as most are made for it. */
export const AccountLogo = (props: Props) => <Shown key={props.url} {...props} />;

function Shown({ url, alt, isFramed = false, children = null }: Props) {
  const [isFailed, setFailed] = useState(false);
  if (url === undefined || isFailed) return children;
  return (
    <img
      className={isFramed ? 'account-logo framed' : 'account-logo'}
      // The session of the page is sent to its own host only.
      src={new URL(url).pathname}
      alt={alt}
      onError={() => setFailed(true)}
    />
  );
}
