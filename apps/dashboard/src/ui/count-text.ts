import { useSpeech } from '../text/language.tsx';

interface Counted {
  count?: number | undefined;
  countIsLimited?: boolean | undefined;
}

/** How many there are: `1,234`, or `10,000+` where the API counts no further. */
export function useCountText(): (page: Counted) => string {
  const { language } = useSpeech();
  return ({ count = 0, countIsLimited }) =>
    `${new Intl.NumberFormat(language).format(count)}${countIsLimited === true ? '+' : ''}`;
}
