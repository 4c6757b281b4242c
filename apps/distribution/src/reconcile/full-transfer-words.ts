import { FULL_TRANSFER_MAX } from '@estate/contracts';

export const NAMES_SHOWN = 5;

const ONE_BY_ONE = 'All listings were sent one by one instead.';

/** Why a full transfer was not sent, as the target says it. */
export const TOO_MANY = `It was not sent, because the target has more than ${FULL_TRANSFER_MAX} listings by now. ${ONE_BY_ONE}`;
export const TOO_MANY_AT_NIGHT = `It was not sent, because the target has more than ${FULL_TRANSFER_MAX} listings. A full transfer can contain ${FULL_TRANSFER_MAX}.`;
export const NOTHING_SENT = 'There was nothing to send. A full transfer would have removed everything.';
export const NOTHING_LISTED =
  'It was not sent, because nothing is listed on the target. A full transfer would remove everything from the platform.';
export const NIGHT_IS_OVER =
  'It was not sent before the end of the night, because the target was busy, paused or waiting after a failure, or published properties were still being processed. The next one is sent in the following night.';

/** The first names of what would be removed. */
export const named = (names: readonly string[], count: number): string =>
  `${names.slice(0, NAMES_SHOWN).join(', ')}${count > NAMES_SHOWN ? ', …' : ''}`;

/** `mayRemove`: as many may be removed. */
export const wouldRemove = (removals: number, names: readonly string[], mayRemove: number): string =>
  `It was not sent, because it would have removed ${removals} published listings that cannot be sent now: ${named(names, removals)}. ${howToSend(removals, mayRemove)}`;

export const wouldRemoveNow = (removals: number, names: readonly string[], mayRemove: number): string =>
  `${wouldRemove(removals, names, mayRemove)} ${ONE_BY_ONE}`;

const howToSend = (removals: number, mayRemove: number): string =>
  `${mayRemove} may be removed without a further confirmation. Correct these properties, or confirm that ${removals} listings disappear.`;
