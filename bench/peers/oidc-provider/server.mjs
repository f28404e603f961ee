// The peer of our token refresh: oidc-provider with rotating refresh tokens, everything in memory, one process. It prints its port and a
// first refresh token, and serves until it is ended. Its own adapter for try-outs gets slower with each token of a grant, so it is given
// one that does not.
import Provider from 'oidc-provider';

process.env.NODE_ENV = 'production';
const client = {
  client_id: 'bench',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: ['http://localhost/oauth'],
  application_type: 'native',
};
const kept = new Map();
class Memory {
  constructor(model) {
    this.model = model;
  }
  key(id) {
    return `${this.model} ${id}`;
  }
  async upsert(id, payload) {
    kept.set(this.key(id), payload);
  }
  async find(id) {
    return kept.get(this.key(id));
  }
  async consume(id) {
    kept.get(this.key(id)).consumed = Math.floor(Date.now() / 1000);
  }
  async destroy(id) {
    kept.delete(this.key(id));
  }
  async revokeByGrantId() {}
}

const provider = new Provider('http://localhost', {
  adapter: Memory,
  clients: [client],
  rotateRefreshToken: true,
  findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  ttl: { RefreshToken: 86_400, AccessToken: 900, Grant: 86_400 },
});
const registered = await provider.Client.find(client.client_id);
const grant = new provider.Grant({ accountId: 'owner', clientId: client.client_id });
grant.addOIDCScope('offline_access');
const grantId = await grant.save();
const refreshToken = new provider.RefreshToken({
  accountId: 'owner', client: registered, grantId, scope: 'offline_access', gty: 'authorization_code', rotations: 0,
});
const first = await refreshToken.save();
const server = provider.listen(0, '127.0.0.1', () => console.log(`${server.address().port} ${first}`));
