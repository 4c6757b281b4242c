import { describe, expect, it } from 'vitest';
import { ofPath, ofSubject } from './operation-id.ts';

describe('the name of an operation', () => {
  it('the name of an operation that another service answers is that of its subject', () => {
    expect(ofSubject('ask.notifier.rotate-webhook-key')).toBe('rotateWebhookKey');
  });

  it.each([
    ['GET', '/account', false, 'getAccount'],
    ['GET', '/account/api-keys', true, 'listApiKeys'],
    ['POST', '/account/api-keys', false, 'createApiKey'],
    ['PUT', '/account/users/{id}', false, 'updateUser'],
    ['PUT', '/account/retention', false, 'setRetention'],
    ['DELETE', '/admin/accounts/{id}/email', false, 'deleteAccountEmail'],
    ['GET', '/account/usage.csv', false, 'getUsageCsv'],
    ['GET', '/properties/{id}/timeline', true, 'listPropertyTimeline'],
    ['POST', '/admin/accounts/{id}/api-keys/{keyId}/revoke', false, 'revokeAccountApiKey'],
    ['POST', '/admin/secrets/reseal', false, 'resealSecrets'],
    ['POST', '/webhooks/{id}/rotate-key', false, 'rotateWebhookKey'],
  ])('the name of %s %s follows from its method and path', (method, path, isList, name) => {
    expect(ofPath({ method, path, isList })).toBe(name);
  });
});
