import type { FtpCredentials, Target, TargetType } from '@estate/contracts';

/** A customer's account on a platform. The password lies apart and sealed, so that an update without one keeps it. */
export interface TargetRecord {
  _id: string;
  accountId: string;
  type: string;
  credentials: Omit<FtpCredentials, 'password'>;
  sealedPassword: string;
  autoCollectRequests: boolean;
  emailId: string;
  /** A deletion looks for listings right now; no new ones may be made. */
  deleting?: { token: string; at: Date };
  /** Invisible to the API; kept until the last listing is off the platform. */
  deletedAt?: Date;
  /** Its listings are still to be made due after an update. */
  republish?: { token: string; requestId: string };
  /** No lane before this time. */
  retryAt: Date;
  /** Failed lanes in a row. */
  laneAttempt: number;
  /** Rises when the customer gives the lane a fresh start; a lane that ran with older credentials then decides nothing. */
  laneEpoch: number;
  fence: number;
  createdAt: Date;
  updatedAt: Date;
}

interface NewTarget {
  id: string;
  accountId: string;
  type: string;
  credentials: Omit<FtpCredentials, 'password'>;
  sealedPassword: string;
  autoCollectRequests: boolean;
  emailId: string;
  at: Date;
}

export const LANE_OPEN = new Date(0);

export const newTarget = ({ id, at, ...given }: NewTarget): TargetRecord => ({
  _id: id,
  ...given,
  retryAt: LANE_OPEN,
  laneAttempt: 0,
  laneEpoch: 0,
  fence: 0,
  createdAt: at,
  updatedAt: at,
});

export const targetResource = (record: TargetRecord): Target => ({
  id: record._id,
  type: record.type,
  credentials: record.credentials,
  autoCollectRequests: record.autoCollectRequests,
  emailId: record.emailId,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
});

/** What the profile of a platform says about the targets of its type. */
export interface TypeRules {
  type: string;
  name: string;
  requiredCredentials: readonly string[];
  tls: 'required' | 'optional';
  requests: { collect: boolean };
  images: { maxCount?: number | undefined };
}

export const targetTypeResource = ({
  type,
  name,
  requiredCredentials,
  requests,
  images,
}: TypeRules): TargetType => ({
  type,
  name,
  requiredCredentials: [...requiredCredentials],
  supportsRequestCollection: requests.collect,
  ...(images.maxCount !== undefined && { maxImages: images.maxCount }),
});
