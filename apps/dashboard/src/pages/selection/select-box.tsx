import type { Selecting } from './use-selection.ts';
import './selection.css';

interface Props {
  id: string;
  /** The name of the row for screen readers. */
  label: string;
  /** The loaded rows. */
  items: readonly { id: string }[];
  selecting: Selecting;
}

/** Selects one row of a list. */
export const SelectBox = ({ id, label, items, selecting }: Props) => (
  <label className="row-select">
    <input
      type="checkbox"
      aria-label={label}
      checked={selecting.isSelected(id)}
      onChange={() => selecting.toggle(id, items)}
    />
  </label>
);
