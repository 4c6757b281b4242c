/** Paths on a 24 by 24 grid, all with the same stroke. */
const PATHS = {
  overview: 'M4 13h6V4H4zM14 9h6V4h-6zM4 20h6v-3H4zM14 20h6v-7h-6z',
  properties: 'M4 11l8-7 8 7M6.5 9.5V20h11V9.5M10 20v-6h4v6',
  imports: 'M12 3v11M7.5 9.5L12 14l4.5-4.5M4 14v6h16v-6',
  targets: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM12 12h.01',
  listings: 'M5 4h14v16H5zM8.5 8.5h7M8.5 12h7M8.5 15.5h4',
  requests: 'M4 6h16v12H4zM4 7l8 6 8-6',
  phone:
    'M6 4h3.5l1.5 4.5-2 1.5a11 11 0 0 0 5 5l1.5-2 4.5 1.5V18a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2z',
  mails: 'M4 13l3-8.5h10l3 8.5v6.5H4zM4 13h5l1.5 3h3l1.5-3h5',
  contacts: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  events: 'M3.5 12.5h4l2.5-7 4 13 2.5-6h4',
  webhooks: 'M13 3L5 14h6l-1 7 8-11h-6z',
  users:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 20c0-3.5 3-6 6.5-6s6.5 2.5 6.5 6M16 5.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2.2.8 3.5 2.8 3.5 5.5',
  account: 'M14.5 4a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM10.5 13L4 19.5V21h3v-2h2v-2l2-2M16 8h.01',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  warning: 'M12 4L2.5 20h19zM12 10v4.5M12 17.2h.01',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.5l3 2',
  pause: 'M8.5 6v12M15.5 6v12',
  dash: 'M6 12h12',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  external: 'M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9',
  search: 'M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l5 5',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  plus: 'M12 5v14M5 12h14',
  refresh: 'M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5',
  globe:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c3 3 3 14 0 17M12 3.5c-3 3-3 14 0 17',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  signOut: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  book: 'M5 5a2 2 0 0 1 2-2h12v15H7a2 2 0 0 0-2 2zM5 20a1.5 1.5 0 0 0 1.5 1H19v-3',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9h.01',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  keyboard: 'M3 6.5h18v11H3zM7 10h.01M10.3 10h.01M13.7 10h.01M17 10h.01M8 14h8',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon beside text, hidden from screen readers. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The logo of the service: a house that sends. */
export function Mark({ size }: { size: number }) {
  return <img src={`${import.meta.env.BASE_URL}mark.svg`} width={size} height={size} alt="" />;
}
