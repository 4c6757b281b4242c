import type { IconName } from '../ui/icons.tsx';

/** A thing that was found, and its page. */
export interface Found {
  /** Different for each thing. */
  key: string;
  to: string;
  title: string;
  /** Distinguishes it from others with the same title. */
  below: string;
  icon: IconName;
}
