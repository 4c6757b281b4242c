import { describe, expect, it } from 'vitest';
import { tagViolations } from './tag-rules.ts';

const node = (...tags: string[]) => ({ data: { tags } });
const nodes = {
  catalog: node('type:service', 'scope:catalog'),
  notifier: node('type:service', 'scope:notifier'),
  contracts: node('type:contracts'),
  persistence: node('type:platform'),
};
const graph = (source: string, target: string) => ({
  nodes,
  dependencies: { [source]: [{ source, target }] },
});

describe('the tag rules', () => {
  it('a service may use contracts and platform libraries', () => {
    expect(tagViolations(graph('catalog', 'contracts'))).toEqual([]);
    expect(tagViolations(graph('catalog', 'persistence'))).toEqual([]);
  });

  it('a service that depends on another service is rejected', () => {
    expect(tagViolations(graph('catalog', 'notifier'))).toEqual([
      'catalog (service) may not depend on notifier (service)',
    ]);
  });

  it('a library that depends on a service is rejected', () => {
    expect(tagViolations(graph('persistence', 'catalog'))).toHaveLength(1);
  });

  it('a project without a type is rejected', () => {
    expect(tagViolations({ nodes: { stray: node('scope:shared') }, dependencies: {} })).toHaveLength(1);
  });
});
