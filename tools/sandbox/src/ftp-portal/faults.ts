import { InvalidInput } from '@estate/errors';

/** What may go wrong on purpose; every field that is given becomes one fault. */
export interface FaultOrder {
  /** Only this user's sessions; everyone's when absent. */
  user?: string;
  /** How often each fault of this order strikes before it clears; without it, until cleared. */
  times?: number;
  /** 530 on PASS. */
  loginRefused?: true;
  /** STOR is refused with this code; true means 550. */
  permissionDenied?: true | 550 | 553;
  /** STOR fails after this many bytes; code 452 unless told otherwise. */
  diskFull?: { afterBytes: number; code?: 452 | 552 };
  /** Cuts the session in mid-STOR: up to 1 a fraction of the file (1 = whole file, no 226), above 1 a count of bytes. */
  dropDataAt?: number;
  /** A bit of the byte at this offset of an upload is flipped on its way to the disk. */
  damagedByte?: number;
  /** Milliseconds of rest after each piece of an upload. */
  slowMs?: number;
  /** The session goes silent on this command; PASV covers EPSV, STOR falls silent after its 150. */
  hangOn?: 'USER' | 'PASS' | 'PASV' | 'STOR';
  /** 421 on connecting, or on PASS when a user is named. */
  tooManyConnections?: true;
  /** 553 on RNTO. */
  renameRefused?: true;
  /** 550 on CWD. */
  missingDirectory?: true;
}

export type FaultKind = Exclude<keyof FaultOrder, 'user' | 'times'>;
type Setting<K extends FaultKind> = NonNullable<FaultOrder[K]>;

export interface ActiveFault<K extends FaultKind = FaultKind> {
  kind: K;
  setting: Setting<K>;
  user?: string;
  /** Strikes left; absent = until cleared. */
  left?: number;
}

const isTrue = (value: unknown): boolean => value === true;
const isAmount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isDiskFull = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'afterBytes' in value &&
  isAmount(value.afterBytes) &&
  (!('code' in value) || value.code === 452 || value.code === 552);

const CHECKS: Record<FaultKind, (value: unknown) => boolean> = {
  loginRefused: isTrue,
  permissionDenied: (value) => value === true || value === 550 || value === 553,
  diskFull: isDiskFull,
  dropDataAt: isAmount,
  slowMs: isAmount,
  damagedByte: (value) => Number.isInteger(value) && isAmount(value),
  hangOn: (value) => ['USER', 'PASS', 'PASV', 'STOR'].includes(String(value)),
  tooManyConnections: isTrue,
  renameRefused: isTrue,
  missingDirectory: isTrue,
};

const isKind = (key: string): key is FaultKind => Object.hasOwn(CHECKS, key);

/** Reads an order that came as JSON; throws InvalidInput naming the first field that makes no sense. */
export function parseFaultOrder(value: unknown): FaultOrder {
  if (typeof value !== 'object' || value === null) throw new InvalidInput('A fault order is a JSON object.');
  for (const [key, setting] of Object.entries(value)) {
    const known =
      (key === 'user' && typeof setting === 'string') ||
      (key === 'times' && Number.isInteger(setting) && Number(setting) > 0) ||
      (isKind(key) && CHECKS[key](setting));
    if (!known)
      throw new InvalidInput(`The field ${key} of the fault order is unknown or has a wrong value.`);
  }
  return value;
}

/** The faults that wait to strike. */
export class Faults {
  #active: ActiveFault[] = [];

  /** Adds every fault of the order to those that wait already. */
  set({ user, times, ...order }: FaultOrder): void {
    for (const [kind, setting] of Object.entries(order)) {
      if (!isKind(kind)) continue;
      this.#active.push({
        kind,
        setting,
        ...(user !== undefined && { user }),
        ...(times !== undefined && { left: times }),
      });
    }
  }

  clear(): void {
    this.#active = [];
  }

  list(): readonly ActiveFault[] {
    return this.#active;
  }

  /** Strikes: the setting of the first waiting fault of this kind for this user, counted down. */
  take<K extends FaultKind>(
    kind: K,
    user: string | undefined,
    wanted: (setting: Setting<K>) => boolean = () => true,
  ): Setting<K> | undefined {
    const isMeant = (fault: ActiveFault): fault is ActiveFault<K> =>
      fault.kind === kind &&
      (fault.user === undefined || fault.user === user) &&
      wanted(fault.setting as Setting<K>);
    const fault = this.#active.find(isMeant);
    if (!fault) return undefined;
    if (fault.left !== undefined) fault.left -= 1;
    this.#active = this.#active.filter(({ left }) => left !== 0);
    return fault.setting;
  }
}
