import { useSpeech } from '../text/language.tsx';

interface Counted {
  count?: number | undefined;
  countIsLimited?: boolean | undefined;
}

/** The number of matches: `1,234`, or `10,000+` if the API counts no further. */
export function useCountText(): (page: Counted) => string {
  const { language } = useSpeech();
  return ({ count = 0, countIsLimited }) =>
    `${new Intl.NumberFormat(language).format(count)}${countIsLimited === true ? '+' : ''}`;
}
