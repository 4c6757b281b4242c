import { describe, expect, it } from 'vitest';
import { Replicas } from './replicas.ts';

const first = () => 0;

describe('the replicas of a service', () => {
  it('any replica may be asked while none is silent', () => {
    const replicas = new Replicas();
    replicas.heardOf('a', 1);
    expect(replicas.pick(first)).toBeUndefined();
    expect(replicas.toProbe(10_000)).toEqual([]);
  });

  it('replicas that were heard of after the silence began are asked, and the others are probed every two seconds', () => {
    const replicas = new Replicas();
    for (const name of ['frozen', 'b', 'c']) replicas.heardOf(name, 1000);
    replicas.isSilent(2000);
    expect(replicas.pick(first)).toBeUndefined();
    replicas.heardOf('b', 2500);
    expect(replicas.pick(first)).toBe('b');
    replicas.heardOf('c', 2600);
    expect([0, 0.4, 0.6].map((random) => replicas.pick(() => random))).toEqual(['b', 'b', 'c']);
    expect(replicas.toProbe(4000)).toEqual(['frozen']);
    expect(replicas.toProbe(5999)).toEqual([]);
    expect(replicas.toProbe(6000)).toEqual(['frozen']);
  });

  it('a replica that was asked by its name and is silent is left out, and the others are still asked', () => {
    const replicas = new Replicas();
    replicas.heardOf('frozen', 1000);
    replicas.isSilent(2000);
    for (const name of ['b', 'c']) replicas.heardOf(name, 2500);
    replicas.isSilent(3000, 'b');
    expect([0, 0.9].map((random) => replicas.pick(() => random))).toEqual(['c', 'c']);
    expect(replicas.toProbe(4000)).toEqual(['frozen', 'b']);
  });

  it.each([
    ['answers', (replicas: Replicas) => replicas.heardOf('frozen', 5000)],
    ['has ended', (replicas: Replicas) => replicas.hasEnded('frozen')],
  ])('any replica may be asked again once the silent one %s', (_what, happens) => {
    const replicas = new Replicas();
    replicas.heardOf('frozen', 1000);
    replicas.isSilent(2000);
    replicas.heardOf('b', 2500);
    expect(replicas.toProbe(4000)).toEqual(['frozen']);
    expect(replicas.pick(first)).toBe('b');
    happens(replicas);
    expect(replicas.toProbe(6000)).toEqual([]);
    expect(replicas.pick(first)).toBeUndefined();
  });

  it('silence of a replica that nobody has heard of is forgotten after half a minute', () => {
    const replicas = new Replicas();
    replicas.isSilent(2000);
    replicas.heardOf('b', 2500);
    replicas.toProbe(20_000);
    expect(replicas.pick(first)).toBe('b');
    replicas.toProbe(33_000);
    expect(replicas.pick(first)).toBeUndefined();
  });
});
