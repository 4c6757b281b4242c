import type { IconName } from '../ui/icons.tsx';

/** A thing that was found, and its page. */
export interface Found {
  /** Different for each thing. */
  key: string;
  to: string;
  title: string;
  /** What tells it apart from others with the same title. */
  below: string;
  icon: IconName;
}
