// The peer of our token refresh: oidc-provider with its in-memory adapter and rotating refresh tokens, one worker. It prints its port and
// a first refresh token, and serves until it is ended.
import Provider from 'oidc-provider';

process.env.NODE_ENV = 'production';
const client = {
  client_id: 'bench',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: ['http://localhost/oauth'],
  application_type: 'native',
};
const provider = new Provider('http://localhost', {
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
