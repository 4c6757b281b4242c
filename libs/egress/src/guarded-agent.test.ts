import { describe, expect, it } from 'vitest';
import { AddressForbidden } from './errors.ts';
import type { EgressPolicy, ResolvedAddress } from './policy.ts';
import { send } from './send.ts';
import { agentFor, closed, everyNameIsLocal, httpServer, loopbackOpen } from './servers.fixture.ts';

const get = (url: string) => ({ url, method: 'GET', timeoutMs: 10_000, maxBodyBytes: 1024 }) as const;
const answering = () => httpServer((_, res) => res.end('reached'));

describe('the dialler itself, without any check before it', () => {
  it.each(['127.0.0.1', '127.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', 'localhost', 'app.localhost'])(
    'the dialler itself never connects to %s',
    async (host) => {
      const server = await answering();
      const { client } = agentFor(closed).take(`http://${host}:${server.port}`);
      await expect(client.request({ path: '/', method: 'GET' })).rejects.toThrow(AddressForbidden);
      expect(server.connections()).toBe(0);
    },
  );

  it('the dialler itself never speaks http where only https is allowed', async () => {
    const server = await answering();
    const { client } = agentFor({ ...loopbackOpen, allowHttp: false }).take(server.url);
    await expect(client.request({ path: '/', method: 'GET' })).rejects.toMatchObject({
      rule: 'scheme_forbidden',
    });
    expect(server.connections()).toBe(0);
  });

  it('the dialler itself connects to what the operator opened', async () => {
    const server = await answering();
    const { client } = agentFor(loopbackOpen).take(server.url);
    const { body } = await client.request({ path: '/', method: 'GET' });
    expect(await body.text()).toBe('reached');
  });
});

describe('a name', () => {
  const v4 = (address: string): ResolvedAddress => ({ address, family: 4 });
  const answers = (policy: EgressPolicy, ...rounds: ResolvedAddress[][]) => {
    let asked = 0;
    const lookup = async () => rounds[Math.min(asked++, rounds.length - 1)] ?? [];
    return { policy: { ...policy, lookup }, asked: () => asked };
  };

  it('a host name is vetted again when dialled: public at the check, loopback at the dial, is refused', async () => {
    const server = await answering();
    const { policy } = answers(closed, [v4('1.1.1.1')], [v4('127.0.0.1')]);
    expect(await policy.lookup()).toEqual([v4('1.1.1.1')]);
    await expect(send(agentFor(policy), get(`http://a.example:${server.port}`))).rejects.toMatchObject({
      name: 'AddressForbidden',
      rule: 'loopback',
      address: '127.0.0.1',
    });
    expect(server.connections()).toBe(0);
  });

  it('a host name is resolved once for a connection, and the vetted address is the one that is dialled', async () => {
    const server = await answering();
    const { policy, asked } = answers(loopbackOpen, [v4('127.0.0.1')], [v4('10.0.0.1')]);
    const answer = await send(agentFor(policy), get(`http://a.example:${server.port}`));
    expect(answer.address).toBe('127.0.0.1');
    expect(asked()).toBe(1);
  });

  it.each([
    [['127.0.0.1', '10.0.0.1']],
    [['10.0.0.1', '127.0.0.1']],
    [['127.0.0.1', '::ffff:169.254.169.254']],
  ])(
    'a host name with the answers %j is not dialled at all, because one of them is forbidden',
    async (addresses) => {
      const server = await answering();
      const { policy } = answers(loopbackOpen, addresses.map(v4));
      const sent = send(agentFor(policy), get(`http://a.example:${server.port}`));
      await expect(sent).rejects.toThrow(AddressForbidden);
      expect(server.connections()).toBe(0);
    },
  );

  it('a host name reaches the receiver under its own name', async () => {
    const server = await httpServer((req, res) => res.end(req.headers.host));
    const answer = await send(agentFor(everyNameIsLocal), get(`http://a.example:${server.port}/`));
    expect(answer.body.toString()).toBe(`a.example:${server.port}`);
  });

  it('a host name that does not resolve is a failure of its own', async () => {
    const { policy } = answers(closed, []);
    await expect(send(agentFor(policy), get('https://a.example/'))).rejects.toMatchObject({
      name: 'ResolutionFailed',
      code: 'ENOTFOUND',
    });
  });
});

describe('a policy', () => {
  it('an egress policy that is not made of networks is refused at the start', () => {
    expect(() => agentFor({ allowHttp: true, allowedNetworks: ['everything'] })).toThrow('must be a CIDR');
  });
});

describe('closing', () => {
  it('an agent that was closed sends nothing', async () => {
    const server = await answering();
    const agent = agentFor(loopbackOpen);
    await send(agent, get(server.url));
    await agent.close();
    await expect(send(agent, get(server.url))).rejects.toMatchObject({ code: 'UND_ERR_DESTROYED' });
  });
});
