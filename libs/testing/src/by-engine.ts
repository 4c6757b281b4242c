/** How much a test does on our database engine, and on a second one that MONGODB_URI names, where everything takes several times as long. */
export const byEngine = <T>(ours: T, second: T): T => (process.env.MONGODB_URI === undefined ? ours : second);
