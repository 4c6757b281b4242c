import type { Target, TargetType } from '@estate/client';
import { describe, expect, it } from 'vitest';
import { effectsOf, portalsOf } from './portal-limits.ts';

const local = (type: string, size = 1000, edge?: number) => ({
  url: '',
  kept: {},
  file: { key: '0', name: 'a', type, size, edge },
});
const stored = (url: string) => ({ url, kept: {} });

describe('the limits of a portal', () => {
  const limits = { attachmentTypes: ['image/jpeg', 'application/pdf'], maxImageBytes: 2_000_000 };

  it('an image above the size or the longest side of a portal is made smaller', () => {
    const files = [
      local('image/jpeg', 2_000_000),
      local('image/jpeg', 2_000_001),
      local('image/jpeg', 10, 1921),
    ];
    expect(effectsOf(files, { ...limits, maxImageEdge: 1920 })).toEqual([undefined, 'smaller', 'smaller']);
    expect(effectsOf(files, {})).toEqual([undefined, undefined, undefined]);
  });

  it('an image of a type that a portal does not take is converted, and a HEIC file is left out', () => {
    const files = [local('image/webp'), local('image/heic'), local('image/webp', 3_000_000), local('')];
    expect(effectsOf(files, limits)).toEqual(['converted', 'leftOut', 'smaller', undefined]);
    expect(effectsOf([local('image/heic', 3_000_000)], { maxImageBytes: 2_000_000 })).toEqual(['leftOut']);
  });

  it('a PDF is left out where a portal takes none or it is too large, and never made smaller', () => {
    const files = [local('application/pdf'), local('application/pdf', 3_000_000)];
    expect(effectsOf(files, limits)).toEqual([undefined, 'tooLargeFor']);
    expect(effectsOf(files, { attachmentTypes: ['image/jpeg'] })).toEqual(['leftOut', 'leftOut']);
    const plan = stored('https://example.org/plan.PDF?page=1');
    expect(effectsOf([plan], { attachmentTypes: ['image/jpeg'] })).toEqual(['leftOut']);
  });

  it('images beyond the number of a portal are left out; files that it does not get do not count', () => {
    const files = [
      local('image/heic'),
      local('application/pdf'),
      stored('https://example.org/a.jpg'),
      local('image/jpeg'),
      local('image/jpeg'),
    ];
    expect(effectsOf(files, { ...limits, maxImages: 2 })).toEqual([
      'leftOut',
      undefined,
      undefined,
      undefined,
      'tooMany',
    ]);
  });
});

describe('the portals of an account', () => {
  const named = { type: 'immowelt', name: 'Immowelt', maxImageBytes: 2_000_000 } as TargetType;
  const any = { type: 'openimmo-ftp', name: 'OpenImmo FTP', settings: {} } as TargetType;
  const target = (id: string, more: object) => ({ id, ...more }) as Target;

  it('a portal with a profile counts once, and each target with settings has limits of its own', () => {
    const targets = [
      target('a', { type: 'immowelt' }),
      target('b', { type: 'immowelt' }),
      target('c', { type: 'openimmo-ftp', name: 'My website', settings: { maxImageEdge: 1920 } }),
      target('d', {
        type: 'openimmo-ftp',
        credentials: { host: 'ftp.d.example' },
        settings: { maxImages: 9 },
      }),
    ];
    expect(portalsOf([named, any], targets)).toMatchObject([
      { id: 'immowelt', name: 'Immowelt', limits: { maxImageBytes: 2_000_000 } },
      { id: 'c', name: 'My website', limits: { maxImageEdge: 1920 } },
      { id: 'd', name: 'ftp.d.example', limits: { maxImages: 9 } },
    ]);
    expect(portalsOf([named, any], [])).toEqual([]);
  });
});
