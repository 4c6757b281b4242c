import type { ReactNode } from 'react';
import { Loaded } from './loaded.tsx';
import type { Query } from './loaded.tsx';

const LOOKS = {
  lines: { list: 'plain-list', item: 'item' },
  cards: { list: 'cards plain-cards', item: undefined },
} as const;

interface Props<T extends { id: string }> {
  query: Query<readonly T[]>;
  look?: keyof typeof LOOKS;
  /** Shown if there are no items. */
  empty?: ReactNode;
  children: (item: T) => ReactNode;
}

/** A list that is short enough to be rendered as a whole. */
export function ItemList<T extends { id: string }>({ query, look = 'lines', empty, children }: Props<T>) {
  const { list, item } = LOOKS[look];
  return (
    <Loaded query={query}>
      {(items) =>
        items.length === 0 && empty !== undefined ? (
          empty
        ) : (
          <ul className={list}>
            {items.map((one) => (
              <li key={one.id} className={item}>
                {children(one)}
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
