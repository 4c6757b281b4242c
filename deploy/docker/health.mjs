// Ends with 0 when the service in this container is alive.
const port = process.env.INTERNAL_PORT || '9090';
const answer = await fetch(`http://127.0.0.1:${port}/livez`, { signal: AbortSignal.timeout(2500) }).catch(
  () => undefined,
);
process.exit(answer?.ok ? 0 : 1);
