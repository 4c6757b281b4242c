// Generated from the manifests of the services by `npx nx derive`; do not edit.
// Secrets are made by plain Node, without any package.
export const SERVICES = [
  {
    name: 'api-gateway',
    brokerPassword: 'NATS_API_GATEWAY_PASSWORD',
    databasePassword: 'MONGODB_API_GATEWAY_PASSWORD',
    sealed: true,
  },
  {
    name: 'catalog',
    brokerPassword: 'NATS_CATALOG_PASSWORD',
    databasePassword: 'MONGODB_CATALOG_PASSWORD',
    sealed: false,
  },
  {
    name: 'distribution',
    brokerPassword: 'NATS_DISTRIBUTION_PASSWORD',
    databasePassword: 'MONGODB_DISTRIBUTION_PASSWORD',
    sealed: true,
  },
  {
    name: 'inbox',
    brokerPassword: 'NATS_INBOX_PASSWORD',
    databasePassword: 'MONGODB_INBOX_PASSWORD',
    sealed: false,
  },
  {
    name: 'notifier',
    brokerPassword: 'NATS_NOTIFIER_PASSWORD',
    databasePassword: 'MONGODB_NOTIFIER_PASSWORD',
    sealed: true,
  },
] as const;

export const OPERATOR = { name: 'operator', brokerPassword: 'NATS_OPERATOR_PASSWORD' } as const;
