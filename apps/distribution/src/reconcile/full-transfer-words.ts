import { FULL_TRANSFER_MAX, REMOVALS_NAMED } from '@estate/contracts';
import type { FullTransferReason } from '@estate/contracts';
import type { PublicationFailure } from '../platforms/platform.ts';

/** Why a full transfer was not sent, in words and for programs. */
export interface WhyNotSent {
  message: string;
  reason: FullTransferReason;
  removals?: number;
}

const ONE_BY_ONE = 'All listings were sent one by one instead.';

export const TOO_MANY: WhyNotSent = {
  message: `It was not sent, because the target has more than ${FULL_TRANSFER_MAX} listings by now. ${ONE_BY_ONE}`,
  reason: { code: 'too_many_listings', oneByOne: true },
};
export const TOO_MANY_AT_NIGHT: WhyNotSent = {
  message: `It was not sent, because the target has more than ${FULL_TRANSFER_MAX} listings. A full transfer can contain ${FULL_TRANSFER_MAX}.`,
  reason: { code: 'too_many_listings' },
};
export const NOTHING_SENT: WhyNotSent = {
  message: 'There was nothing to send. A full transfer would have removed everything.',
  reason: { code: 'nothing_to_send' },
};
export const NOTHING_LISTED: WhyNotSent = {
  message:
    'It was not sent, because nothing is listed on the target. A full transfer would remove everything from the platform.',
  reason: { code: 'nothing_listed' },
};
export const NIGHT_IS_OVER: WhyNotSent = {
  message:
    'It was not sent before the end of the night, because the target was busy, paused or waiting after a failure, or published properties were still being processed. The next one is sent in the following night.',
  reason: { code: 'night_over' },
};

/** The message is that of the platform alone. */
export const failedWith = ({ code, message }: PublicationFailure): WhyNotSent => ({
  message,
  reason: { code: 'platform_failed', failureCode: code, oneByOne: true },
});

/** Of a transfer whose listings have been made due. */
export const oneByOne = (why: WhyNotSent): WhyNotSent => ({
  ...why,
  message: `${why.message} ${ONE_BY_ONE}`,
  reason: { ...why.reason, oneByOne: true },
});

/** The first names of what would be removed. */
export const named = (names: readonly string[], count: number): string =>
  `${names.slice(0, REMOVALS_NAMED).join(', ')}${count > REMOVALS_NAMED ? ', …' : ''}`;

/** `mayRemove`: as many may be removed. */
export const wouldRemove = (removals: number, names: readonly string[], mayRemove: number): WhyNotSent => ({
  message: `It was not sent, because it would have removed ${removals} published listings that cannot be sent now: ${named(names, removals)}. ${howToSend(removals, mayRemove)}`,
  reason: { code: 'would_remove', names: names.slice(0, REMOVALS_NAMED), mayRemove },
  removals,
});

export const wouldRemoveNow: typeof wouldRemove = (...asked) => oneByOne(wouldRemove(...asked));

const howToSend = (removals: number, mayRemove: number): string =>
  `${mayRemove} may be removed without a further confirmation. Correct these properties, or confirm that ${removals} listings disappear.`;
