export { HttpRefusal, problem } from './problem.ts';
export type { ErrorBody, ProblemAnswer } from './problem.ts';
export { mediaTypeOf } from './require-upload.ts';
export { route } from './route.ts';
export type { HttpAnswer, HttpHead, HttpRequest, HttpRoute, SentFile } from './route.ts';
export { startHttpServer } from './server.ts';
export type { HttpServer, HttpServerOptions } from './server.ts';
export type { AnsweredRequest } from './exchange.ts';
export { METRICS as HTTP_METRICS } from './metrics.ts';
