import { z } from 'zod';
import { Faults } from '../faults.ts';
import { parsed } from '../parsed.ts';

const FAULTS = {
  /** 530 on PASS. */
  loginRefused: z.literal(true),
  /** STOR is refused with this code; true means 550. */
  permissionDenied: z.literal([true, 550, 553]),
  /** STOR fails after this many bytes. */
  diskFull: z.strictObject({ afterBytes: z.number().min(0), code: z.literal([452, 552]).default(452) }),
  /** Cuts the session in mid-STOR: up to 1 a fraction of the file (1 = whole file, no 226), above 1 a count of bytes. */
  dropDataAt: z.number().min(0),
  /** A bit of the byte at this offset of an upload is flipped on its way to the disk. */
  damagedByte: z.int().min(0),
  /** Milliseconds of rest after each piece of an upload. */
  slowMs: z.number().min(0),
};

const FaultOrder = z.strictObject({
  /** Only this user's sessions; everyone's when absent. */
  user: z.string().optional(),
  /** Each fault of this order strikes so often before it clears; without it, until cleared. */
  times: z.int().min(1).optional(),
  ...z.object(FAULTS).partial().shape,
});

/** One deliberate failure, for one user or for all. */
type FtpFault = z.output<typeof FaultOrder>;
type Kind = keyof typeof FAULTS;

/** Reads an order: each of its faults is counted by itself. */
export function ftpFaults(order: unknown): FtpFault[] {
  const { user, times, ...faults } = parsed(FaultOrder, order);
  return Object.entries(faults).map(([kind, setting]) => ({ user, times, [kind]: setting }));
}

/** The deliberate failures in the sessions of a portal. */
export class FtpFaults extends Faults<FtpFault> {
  /** The setting of the first waiting fault of this kind for this user. */
  strike<K extends Kind>(kind: K, user: string | undefined): FtpFault[K] {
    return this.take((fault) => fault[kind] !== undefined && (fault.user ?? user) === user)?.[kind];
  }
}
