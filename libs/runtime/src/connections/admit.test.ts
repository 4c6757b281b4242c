import { describe, expect, it } from 'vitest';
import { admit } from './admit.ts';
import type { HeldConnection } from './admit.ts';

const PLACES = { all: 10, untrusted: 6, perNetwork: 4, untrustedPerNetwork: 4 };

interface Named extends HeldConnection {
  name: string;
}

/** `a1` is the first connection of the network `a`; a capital letter at its end means that it is trusted: `a1T`. */
const held = (text: string): Named[] =>
  text
    .split(' ')
    .filter((name) => name !== '')
    .map((name) => ({ name, network: name[0] ?? '', isTrusted: name.endsWith('T') }));

function decide(before: string, network: string, known = '', places = PLACES): string {
  const { isAdmitted, dropped } = admit(held(before), network, {
    places,
    isKnown: (one) => known.includes(one),
  });
  return isAdmitted ? `admitted${dropped ? ` for ${dropped.name}` : ''}` : 'refused';
}

describe('a new connection', () => {
  it.each([
    ['has a place while there are any', '', 'a', '', 'admitted'],
    ['takes the place of the oldest one without trust', 'a1 b1 c1 d1 e1 f1', 'g', '', 'admitted for a1'],
    ['takes it from the network that has most of them', 'a1 b1 b2 c1 c2 c3', 'g', '', 'admitted for c1'],
    ['of a network with many takes the place of its own', 'b1 a1 a2 a3 a4', 'a', '', 'admitted for a1'],
    ['takes no place of a trusted one', 'a1T a2T a3T a4T', 'a', '', 'refused'],
    [
      'finds a place when trusted ones have all others',
      'a1T b1T c1T d1T e1T f1T g1T h1T i1 j1T',
      'k',
      '',
      'admitted for i1',
    ],
    ['is refused by trusted ones alone', 'a1T b1T c1T d1T e1T f1T g1T h1T i1T j1T', 'k', '', 'refused'],
    ['of a stranger takes no place of a known network', 'a1 b1 c1 d1 e1 f1', 'g', 'ab', 'admitted for c1'],
    ['of a stranger is refused by known networks alone', 'a1 b1 c1 d1 e1 f1', 'g', 'abcdef', 'refused'],
    ['of a known network takes one of a known one', 'a1 b1 c1 d1 e1 f1', 'g', 'abcdefg', 'admitted for a1'],
    ['takes one of a known network that has many', 'a1 a2 a3 a4 a5 b1', 'g', 'ab', 'admitted for a1'],
  ])('a new connection %s', (_what, before, network, known, decision) => {
    expect(decide(before, network, known)).toBe(decision);
  });

  it.each([
    ['takes the place of its own that is not trusted', 'a1 a2', '', 'admitted for a1'],
    ['has a place beside trusted ones', 'a1T a2T a3', '', 'admitted'],
    ['has a place where the network is known', 'a1 a2', 'a', 'admitted'],
    ['has none beyond those of the network', 'a1T a2T a3T a4T', 'a', 'refused'],
  ])('a new connection of a network with few places for strangers %s', (_what, before, known, decision) => {
    expect(decide(before, 'a', known, { ...PLACES, untrustedPerNetwork: 2 })).toBe(decision);
  });

  it('a new connection of a stranger finds a place whatever a thousand connections of a hundred networks do', () => {
    const connections: HeldConnection[] = [];
    const connect = (network: string) => {
      const admission = admit(connections, network, { places: PLACES, isKnown: () => false });
      if (admission.dropped) connections.splice(connections.indexOf(admission.dropped), 1);
      if (admission.isAdmitted) connections.push({ network, isTrusted: false });
      return admission.isAdmitted;
    };
    for (let number = 0; number < 1000; number += 1) connect(`attacker-${String(number % 100)}`);
    expect(connect('stranger')).toBe(true);
    expect(connections).toHaveLength(PLACES.untrusted);
    // The attackers have one connection each: theirs are older.
    expect(connect('attacker-1')).toBe(true);
    expect(connections.some(({ network }) => network === 'stranger')).toBe(true);
  });
});
