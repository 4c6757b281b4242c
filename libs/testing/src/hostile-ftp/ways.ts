import type { Way } from './hostile-session.ts';

const names = (name: string, pieces = 1000) => `${name}\r\n`.repeat(pieces);

/** Every way in which the server misbehaves, by name. */
export const HOSTILE_WAYS = {
  'names without end': { LIST: (it) => it.floodData(names('A-1001_d1a2b3c4e5f6g7h8i9j0_00000001.zip')) },
  'temporary names without end': {
    LIST: (it) => it.floodData(names(`${it.targetId}_0123456789ab.part`)),
  },
  'names that begin like temporary ones without end': {
    LIST: (it) => it.floodData(names(`${it.targetId}_${'x'.repeat(2000)}.part`, 20)),
  },
  'a name without end': { LIST: (it) => it.floodData('x'.repeat(64_000)) },
  'a name every moment': { LIST: (it) => it.drip('data', 'photo.jpg\r\n') },
  'a listing that never begins': { LIST: () => undefined },
  'a listing that is never confirmed': { LIST: (it) => it.endData() },
  'a greeting without end': { GREETING: (it) => it.flood(names('220-Welcome to the portal of portals.')) },
  'a greeting without a line break': { GREETING: (it) => it.flood('2'.repeat(64_000)) },
  'a greeting that comes byte by byte': { GREETING: (it) => it.drip('control', '220-Hello\r\n', 1) },
  nothing: { GREETING: () => undefined },
  'no answer to the login': { USER: () => undefined },
  'features without end': {
    FEAT: (it) => {
      it.reply('211-Features');
      it.flood(names(' FEATURE-OF-MINE 1234567890'));
    },
  },
  'features without a line break': { FEAT: (it) => it.flood(`211-Features\r\n${' X'.repeat(32_000)}`) },
  'replies without end': { USER: (it) => it.flood(names('331 Password?')) },
  'replies without end during an upload': { DATA: (it) => it.flood(names('150 Still there.')) },
  'lines that are no replies during an upload': { DATA: (it) => it.flood('no reply at all '.repeat(4000)) },
  'garbage instead of TLS': {
    AUTH: (it) => {
      it.reply('234 Go on.');
      it.floodAfterNext('garbage '.repeat(8000));
    },
  },
  'an upload that is not read': { DATA: () => undefined },
  'data without end during an upload': { DATA: (it) => it.floodData('x'.repeat(64_000)) },
  'a size of thousand digits': { SIZE: (it) => it.reply(`213 ${'9'.repeat(1000)}`) },
  'a reset at the login': { USER: (it) => it.reset() },
  'a reset at the upload': { STOR: (it) => it.reset() },
  'no port for data': { EPSV: (it) => it.reply('229 Nowhere.') },
} as const satisfies Record<string, Way>;

export type HostileWay = keyof typeof HOSTILE_WAYS;
