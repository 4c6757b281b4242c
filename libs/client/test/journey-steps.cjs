// What a customer's program does, whichever way it has loaded the client.
async function failureOf(call) {
  try {
    await call();
    return 'none';
  } catch (error) {
    return error.reason ?? error.code ?? error;
  }
}

/** With the client as it was loaded, against the service at this address. */
module.exports = async function journey(api, baseUrl) {
  const { Client } = api;
  const client = new Client({ baseUrl, apiKey: 'rek_live_x', userAgent: 'journey/1' });
  const listed = [];
  for await (const { id } of client.contacts.all()) listed.push(id);
  const created = await client.contacts.create({ email: 'anna@example.org', lastName: 'Beispiel' });
  const controller = new AbortController();
  const waiting = client.account.get({ signal: controller.signal });
  controller.abort();
  const aborted = await waiting.catch((error) => error.name);
  const impatient = new Client({ baseUrl, apiKey: 'rek_live_x', retries: 0, timeoutMs: 50 });
  const timedOut = await failureOf(() => impatient.account.get());
  const body = JSON.stringify({ eventId: 'event-1', eventName: 'request.created', eventPayload: {} });
  const headers = { 'service-signature': await api.signWebhook(body, 'whsec_test') };
  const asked = () => new Request('http://localhost/hooks', { method: 'POST', body, headers });
  const refused = await failureOf(() => api.readWebhookRequest(asked(), 'whsec_other'));
  const event = await api.readWebhookRequest(asked(), 'whsec_test');
  const names = Object.keys(api).sort();
  console.log(
    JSON.stringify({
      names,
      listed,
      created: created.id,
      aborted,
      timedOut,
      refused,
      event: event.eventName,
    }),
  );
};
