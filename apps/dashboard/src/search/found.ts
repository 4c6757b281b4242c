import type { IconName } from '../ui/icons.tsx';

/** A search result, and its page. */
export interface Found {
  /** Unique for each result. */
  key: string;
  to: string;
  title: string;
  /** Distinguishes it from others with the same title. */
  below: string;
  icon: IconName;
}
