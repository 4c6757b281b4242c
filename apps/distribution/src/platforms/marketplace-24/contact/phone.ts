/** Country code, area code and subscriber number in the format of the API, separated by spaces. */
const PHONE = /^\+(\d{1,4}) +(\d{1,10}) +(\d[\d ]*)$/;

type PhoneReason = 'phone_format' | 'phone_area_code' | 'phone_too_short';
export type PhoneVerdict =
  | { ok: true; phone: string }
  | { ok: false; reason: PhoneReason; parameters?: { area: string } };

/** The number in the format of the marketplace: no trailing space, at least two digits after the area code. */
export function normalPhone(given: string): PhoneVerdict {
  const [, country = '', area = '', rest = ''] = PHONE.exec(given.trim()) ?? [];
  if (country === '') return { ok: false, reason: 'phone_format' };
  if (country === '49' && area.startsWith('0')) {
    return { ok: false, reason: 'phone_area_code', parameters: { area: area.replace(/^0+/, '') } };
  }
  const subscriber = rest.trim().replace(/ +/g, ' ');
  if (subscriber.length > 1) return { ok: true, phone: `+${country} ${area} ${subscriber}` };
  // The marketplace requires two digits here; the position of the space does not change the dialled number.
  if (area.length > 1)
    return { ok: true, phone: `+${country} ${area.slice(0, -1)} ${area.slice(-1)}${subscriber}` };
  return { ok: false, reason: 'phone_too_short' };
}
