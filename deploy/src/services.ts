/** The services that are deployed, each with a user of its own at the broker and at the database. */
export const SERVICES = ['api-gateway', 'catalog', 'distribution', 'inbox', 'notifier'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Who looks after the broker with the operator's tool. */
export const OPERATOR = 'operator';

/** `api-gateway` → `API_GATEWAY`, as in names of variables. */
export const inCapitals = (name: string): string => name.toUpperCase().replaceAll('-', '_');

/** The variable that holds the password of a user of the broker. */
export const natsPasswordName = (user: string): string => `NATS_${inCapitals(user)}_PASSWORD`;

/** The variable that holds the password of a user of the database. */
export const mongoPasswordName = (user: string): string => `MONGODB_${inCapitals(user)}_PASSWORD`;
