import { useEffect, useRef } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';

const ROW_HEIGHT_PX = 62;
/** The number of rows before the end at which the next page is loaded. */
const AHEAD = 20;

export interface Column<T> {
  label: string;
  /** The share of the width, as a CSS grid track. */
  width: string;
  show: (item: T) => ReactNode;
  /** Hidden on narrow screens. */
  wideOnly?: boolean;
}

interface Props<T> {
  label: string;
  items: readonly T[];
  columns: readonly Column<T>[];
  /** The number of rows; -1 while it is unknown. */
  count: number;
  onNearEnd: () => void;
}

/** A table of any length: only the visible rows are rendered. */
export function VirtualRows<T extends { id: string }>({ label, items, columns, count, onNearEnd }: Props<T>) {
  const place = useRef<HTMLDivElement>(null);
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 8,
    scrollMargin: place.current?.offsetTop ?? 0,
    getItemKey: (index) => items[index]?.id ?? index,
  });
  const drawn = virtual.getVirtualItems();
  const last = drawn.at(-1)?.index ?? 0;
  useEffect(() => {
    if (items.length > 0 && last >= items.length - AHEAD) onNearEnd();
  }, [last, items.length, onNearEnd]);
  return (
    <div role="table" aria-label={label} aria-rowcount={count} className="rows" style={gridOf(columns)}>
      <Head columns={columns} />
      <div role="rowgroup" ref={place} className="rows-body" style={{ height: virtual.getTotalSize() }}>
        {drawn.map(({ index, key, start }) => {
          const item = items[index];
          const offset = start - virtual.options.scrollMargin;
          return (
            item && (
              <div
                role="row"
                key={key}
                data-index={index}
                ref={virtual.measureElement}
                aria-rowindex={index + 2}
                className="row"
                style={{ transform: `translateY(${String(offset)}px)` }}
              >
                <Cells columns={columns} item={item} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

/** The grid tracks of all columns, and of those on narrow screens. */
export const gridOf = (columns: readonly Pick<Column<never>, 'width' | 'wideOnly'>[]): CSSProperties => {
  const widths = (some: typeof columns) => some.map(({ width }) => width).join(' ');
  const names = { '--columns': widths(columns), '--columns-short': widths(columns.filter(isKept)) };
  return names as CSSProperties;
};

const isKept = ({ wideOnly = false }: { wideOnly?: boolean }) => !wideOnly;

const Head = <T,>({ columns }: { columns: readonly Column<T>[] }) => (
  <div role="rowgroup" className="rows-head">
    <div role="row">
      {columns.map(({ label, wideOnly }) => (
        <div role="columnheader" key={label} className={wideOnly === true ? 'wide-only' : ''}>
          {label}
        </div>
      ))}
    </div>
  </div>
);

const Cells = <T,>({ columns, item }: { columns: readonly Column<T>[]; item: T }) =>
  columns.map(({ label, wideOnly, show }) => (
    <div role="cell" key={label} className={wideOnly === true ? 'wide-only' : ''}>
      {show(item)}
    </div>
  ));
