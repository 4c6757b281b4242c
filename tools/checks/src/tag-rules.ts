/** Which kinds of projects a project may depend on, by the `type:` tag of both ends. */
export const MAY_DEPEND_ON: Record<string, readonly string[]> = {
  kernel: ['kernel'],
  contracts: ['contracts'],
  platform: ['platform', 'contracts', 'kernel'],
  service: ['platform', 'contracts', 'kernel'],
  client: ['contracts'],
  web: ['client', 'contracts'],
  testing: ['testing', 'manifests', 'platform', 'contracts', 'kernel', 'tool'],
  manifests: ['service', 'platform', 'contracts'],
  tool: ['tool', 'manifests', 'testing', 'client', 'platform', 'contracts', 'kernel'],
};

export interface Graph {
  nodes: Record<string, { data: { tags?: string[] } }>;
  dependencies: Record<string, { source: string; target: string }[]>;
}

/** Every dependency between projects that the tags do not allow, in words. */
export function tagViolations(graph: Graph): string[] {
  const typeOf = (project: string): string | undefined =>
    graph.nodes[project]?.data.tags?.find((tag) => tag.startsWith('type:'))?.slice('type:'.length);
  const untagged = Object.keys(graph.nodes)
    .filter((project) => MAY_DEPEND_ON[typeOf(project) ?? ''] === undefined)
    .map((project) => `${project} has no known type: tag`);
  const illegal = Object.values(graph.dependencies)
    .flat()
    .filter(({ target }) => graph.nodes[target] !== undefined)
    .filter(
      ({ source, target }) => !(MAY_DEPEND_ON[typeOf(source) ?? ''] ?? []).includes(typeOf(target) ?? ''),
    )
    .map(
      ({ source, target }) =>
        `${source} (${typeOf(source) ?? '?'}) may not depend on ${target} (${typeOf(target) ?? '?'})`,
    );
  return [...untagged, ...illegal];
}
