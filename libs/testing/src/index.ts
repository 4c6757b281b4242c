export { selfSigned } from './certificate.ts';
export type { Certificate } from './certificate.ts';
export { eventually } from './eventually.ts';
export { hasNatsServer, startNats } from './nats-server.ts';
export type { NatsServer } from './nats-server.ts';
export { freshDatabase, startMongo } from './mongo-server.ts';
export type { MongoServer } from './mongo-server.ts';
export { documentedAnswers } from './documented-answers.ts';
export type { ApiAnswer } from './documented-answers.ts';
