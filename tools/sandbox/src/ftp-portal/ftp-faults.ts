import { z } from 'zod';
import { Faults } from '../faults.ts';
import { parsed } from '../parsed.ts';

const FAULTS = {
  /** Replies 530 to PASS. */
  loginRefused: z.literal(true),
  /** Refuses STOR with this code; true means 550. */
  permissionDenied: z.literal([true, 550, 553]),
  /** Fails STOR after this many bytes. */
  diskFull: z.strictObject({ afterBytes: z.number().min(0), code: z.literal([452, 552]).default(452) }),
  /** Cuts the session in mid-STOR: up to 1 a fraction of the file (1 = whole file, no 226), above 1 a count of bytes. */
  dropDataAt: z.number().min(0),
  /** Flips a bit of the byte at this offset of an upload before it is stored. */
  damagedByte: z.int().min(0),
  /** The pause in milliseconds after each chunk of an upload. */
  slowMs: z.number().min(0),
};

const FaultOrder = z.strictObject({
  /** The user whose sessions are affected; all by default. */
  user: z.string().optional(),
  /** The number of times that each fault of this order applies; until it is cleared by default. */
  times: z.int().min(1).optional(),
  ...z.object(FAULTS).partial().shape,
});

/** A deliberate failure, for one user or for all. */
type FtpFault = z.output<typeof FaultOrder>;
type Kind = keyof typeof FAULTS;

/** Parses an order: each of its faults is counted separately. */
export function ftpFaults(order: unknown): FtpFault[] {
  const { user, times, ...faults } = parsed(FaultOrder, order);
  return Object.entries(faults).map(([kind, setting]) => ({ user, times, [kind]: setting }));
}

/** The deliberate failures in the sessions of a portal. */
export class FtpFaults extends Faults<FtpFault> {
  /** The setting of the first pending fault of this kind for this user. */
  strike<K extends Kind>(kind: K, user: string | undefined): FtpFault[K] {
    return this.take((fault) => fault[kind] !== undefined && (fault.user ?? user) === user)?.[kind];
  }
}
