import { describe, expect, it } from 'vitest';
import { Replicas } from './replicas.ts';

const AT = 'ask.notes.note';
const first = () => 0;
const probedAt = (replicas: Replicas, nowMs: number) => replicas.toProbe(nowMs).map(({ replica }) => replica);
const silentAt = (replicas: Replicas, nowMs: number) =>
  replicas.toProbe(nowMs).flatMap(({ replica, isSilent }) => (isSilent ? [replica] : []));

describe('the replicas of a service', () => {
  it('any replica may be asked while none is silent', () => {
    const replicas = new Replicas();
    replicas.heardOf('a', AT, 1);
    expect(replicas.pick(first)).toBeUndefined();
    expect(replicas.toProbe(10_000)).toEqual([]);
  });

  it('replicas that were heard of after the silence began are asked, and the others are probed every two seconds', () => {
    const replicas = new Replicas();
    for (const name of ['frozen', 'b', 'c']) replicas.heardOf(name, AT, 1000);
    replicas.isSilent(2000);
    expect(replicas.pick(first)).toBeUndefined();
    replicas.heardOf('b', AT, 2500);
    expect(replicas.pick(first)).toBe('b');
    replicas.heardOf('c', AT, 2600);
    expect([0, 0.4, 0.6].map((random) => replicas.pick(() => random))).toEqual(['b', 'b', 'c']);
    expect(probedAt(replicas, 4000)).toEqual(['frozen']);
    expect(probedAt(replicas, 5999)).toEqual([]);
    expect(probedAt(replicas, 6000)).toEqual(['frozen']);
  });

  it('a replica that was asked by its name and is silent is left out, and the others are still asked', () => {
    const replicas = new Replicas();
    replicas.heardOf('frozen', AT, 1000);
    replicas.isSilent(2000);
    for (const name of ['b', 'c']) replicas.heardOf(name, AT, 2500);
    replicas.isSilent(3000, 'b');
    expect([0, 0.9].map((random) => replicas.pick(() => random))).toEqual(['c', 'c']);
    expect(probedAt(replicas, 4000)).toEqual(['frozen', 'b']);
  });

  it.each([
    ['answers', (replicas: Replicas) => replicas.heardOf('frozen', AT, 7000)],
    ['has ended', (replicas: Replicas) => replicas.isMissing('frozen', AT)],
  ])('any replica may be asked again once the silent one %s', (_what, happens) => {
    const replicas = new Replicas();
    replicas.heardOf('frozen', AT, 1000);
    replicas.isSilent(2000);
    replicas.heardOf('b', AT, 2500);
    expect(silentAt(replicas, 4000)).toEqual([]);
    expect(silentAt(replicas, 6000)).toEqual(['frozen']);
    expect(replicas.pick(first)).toBe('b');
    happens(replicas);
    expect(probedAt(replicas, 8000)).toEqual([]);
    expect(replicas.pick(first)).toBeUndefined();
  });

  it('a replica is silent if it has not answered a probe, and not if it was idle before', () => {
    const replicas = new Replicas();
    for (const name of ['frozen', 'idle']) replicas.heardOf(name, AT, 1000);
    replicas.isSilent(2000);
    expect(replicas.toProbe(4000)).toEqual([
      { replica: 'frozen', subject: AT, isSilent: false },
      { replica: 'idle', subject: AT, isSilent: false },
    ]);
    replicas.heardOf('idle', AT, 4100);
    expect(silentAt(replicas, 6000)).toEqual(['frozen']);
    // It answered its probe, but not since the frozen one was asked once more.
    replicas.isSilent(7000);
    expect(silentAt(replicas, 8000)).toEqual(['frozen']);
  });

  it('silence of a replica that nobody has heard of is forgotten after half a minute, not when idle replicas have answered', () => {
    const replicas = new Replicas();
    replicas.heardOf('idle', AT, 1000);
    replicas.isSilent(2000);
    replicas.heardOf('b', AT, 2500);
    expect(probedAt(replicas, 4000)).toEqual(['idle']);
    replicas.heardOf('idle', AT, 4100);
    replicas.toProbe(6000);
    expect(replicas.pick(first)).toBe('idle');
    replicas.toProbe(20_000);
    expect(replicas.pick(first)).toBe('idle');
    replicas.toProbe(33_000);
    expect(replicas.pick(first)).toBeUndefined();
  });
});
