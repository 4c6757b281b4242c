/** Pods of a program. */
export const podsOf = (app: string) => ({ podSelector: { matchLabels: { app } } });

/** Every service. */
export const ofServices = { podSelector: { matchLabels: { 'estate/kind': 'service' } } };

export const inNamespace = (name: string) => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
});

export const tcp = (...ports: readonly { port: number; endPort?: number }[]) =>
  ports.map((port) => ({ protocol: 'TCP' as const, ...port }));
