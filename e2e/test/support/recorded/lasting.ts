const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** When every recording was made, as it says. */
const RECORDED_AT = '2026-11-11T12:00:00.000Z';

type Rename = (found: string, make: (count: number) => string) => string;

/** A name for what is found first, second, … */
function renaming(): Rename {
  const renamed = new Map<string, string>();
  return (found, make) => {
    const name = renamed.get(found) ?? make(renamed.size + 1);
    renamed.set(found, name);
    return name;
  };
}

/** The same text without what differs in each recording: names depend on the order in which they appear, and times are whole hours before or after the recording. */
export function lastingText(text: string, at: string): string {
  return withLastingTimes(withLastingNames(text), at);
}

const ID = /(?:(?<![0-9a-zA-Z])|(?<=%2C))(?=[a-v]*\d)[0-9a-v]{20}(?![0-9a-zA-Z])/g;

/** The id at a distance from another one, in the order of ids. */
function idAt(distance: bigint, id: string): string {
  const place = [...id].reduce((before, digit) => before * 32n + BigInt(parseInt(digit, 32)), 0n);
  return (place + distance).toString(32).padStart(id.length, '0');
}

function withLastingNames(text: string): string {
  const [id, request, port] = [renaming(), renaming(), renaming()];
  const numbered = (count: number, length: number) => String(count).padStart(length, '0');
  const ids = new Set(text.match(ID));
  const nameOf = (found: string) => id(found, (count) => `d${numbered(count, 18)}0`);
  return text
    .replaceAll(ID, (found) => {
      // A page asks for a resource by the id directly before it.
      const next = idAt(1n, found);
      return ids.has(next) ? idAt(-1n, nameOf(next)) : nameOf(found);
    })
    .replaceAll(/\breq-[0-9a-f]{24}\b/g, (found) => request(found, (count) => `req-${numbered(count, 24)}`))
    .replaceAll(/(?<=127\.0\.0\.1:|localhost:|"port":)\d{4,5}\b/g, (found) =>
      port(found, (count) => String(7000 + count)),
    )
    .replaceAll(/\bwhsec_[\w-]{43}/g, `whsec_${'0'.repeat(43)}`)
    .replaceAll(/(?<="lastFour":")[\w-]{4}(?=")/g, '0000')
    .replaceAll(/(?<=\boauth_token=)[0-9a-f]+/g, (found) => '0'.repeat(found.length))
    .replaceAll(/(?<="(?:duration|dns|connect|tls|firstByte)Ms":)[\d.]+/g, '10')
    .replaceAll(/(?<="(?:documents|rounds|seconds)":)\d+/g, '10');
}

function withLastingTimes(text: string, at: string): string {
  const recorded = Date.parse(at);
  const begin = Date.parse(RECORDED_AT);
  const days = Math.floor(begin / DAY_MS) - Math.floor(recorded / DAY_MS);
  const moved = (time: string) =>
    new Date(begin + Math.round((Date.parse(time) - recorded) / HOUR_MS) * HOUR_MS).toISOString();
  return (
    text
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, moved)
      // It is the end of an hour, which is near or not so near.
      .replaceAll(/(?<="countedUntil":")[^"]+/g, RECORDED_AT)
      .replaceAll(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g, (_all, date: string, time: string) =>
        moved(`${date}T${time}Z`)
          .replace('T', ' ')
          .replace(/:\d\d\.000Z/, ' UTC'),
      )
      .replaceAll(/(?<="|[?&](?:from|to)=)\d{4}-\d\d-\d\d(?=["&])/g, (date) => {
        const time = Date.parse(date);
        const isNear = Math.abs(time - recorded) < 32 * DAY_MS;
        return isNear ? new Date(time + days * DAY_MS).toISOString().slice(0, 10) : date;
      })
      .replaceAll(new RegExp(`(?<=month=|")${at.slice(0, 7)}(?=")`, 'g'), RECORDED_AT.slice(0, 7))
  );
}
