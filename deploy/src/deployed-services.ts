// Generated from the manifests of the services by `npx nx derive`; do not edit.
// Secrets are made by plain Node, without any package.
export const SERVICES = [
  { name: 'api-gateway', sealed: true },
  { name: 'catalog', sealed: false },
  { name: 'distribution', sealed: true },
  { name: 'importer', sealed: false },
  { name: 'inbox', sealed: false },
  { name: 'notifier', sealed: true },
] as const;
