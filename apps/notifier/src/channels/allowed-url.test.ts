import { describe, expect, it } from 'vitest';
import { requireAllowedUrl } from './allowed-url.ts';

const policy = { allowHttp: false, allowedNetworks: [] };

describe('the address of a webhook', () => {
  it('the address of a webhook must be https unless the operator allows http', async () => {
    const http = 'http://192.0.2.7/hooks';
    await expect(requireAllowedUrl(http, policy)).rejects.toMatchObject({
      code: 'webhook-url-refused',
      problems: [{ path: 'url', message: 'url must be an https URL', code: 'scheme-forbidden' }],
    });
    await expect(requireAllowedUrl(http, { ...policy, allowHttp: true })).rejects.toThrow(
      'url is not allowed: The host of the URL is not allowed',
    );
  });
});
