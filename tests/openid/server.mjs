// A provider of OpenID Connect for tests: oidc-provider, as it comes, on a port of loopback. Who signs in there and what is wrong with it is told
// by POST /control; who signs in is asked nothing. What may be wrong are its answers to a code, which are made anew as a liar would make them,
// with its own key where nothing else is said.
//
//     server.mjs REDIRECT_URI MILLISECONDS
//     server.mjs
//
// REDIRECT_URI is where its one client is, until `moved` says otherwise; its clock shows MILLISECONDS since 1970 when it starts. It prints its
// address once it serves. Without arguments it reads such two from each line of its input, serves a provider for it, apart from the others, and
// ends with its input.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createPrivateKey, createSecretKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { SignJWT, UnsecuredJWT, decodeJwt, importJWK } from 'jose';
import Provider from 'oidc-provider';

const CLIENT = 'cardea';
const SECRET = 'a-secret-of-tests-that-is-long-enough-for-hs256';

process.env.NODE_ENV = 'production';
// Each provider has a clock of its own, which what it does looks at.
const clocks = new AsyncLocalStorage();
const clockOfThisMachine = Date.now;
Date.now = () => (clocks.getStore() ?? clockOfThisMachine)();
const [shortKey, anotherKey, ...ownKeys] = keysOfThisMachine();

const alone = process.argv.slice(2);
if (alone.length > 0) {
  console.log(await serve(...alone));
} else {
  for await (const line of createInterface(process.stdin)) console.log(await serve(...line.split(' ')));
  process.exit();
}

/** Another provider; answers its address. */
async function serve(firstRedirectUri, milliseconds) {
  const start = Number(milliseconds);
  const began = process.hrtime.bigint();
  let passed = 0;
  const clock = () => start + passed * 1000 + Number((process.hrtime.bigint() - began) / 1_000_000n);

  // Who signs in, what is told of them, and what is wrong.
  let world = { sub: 'anna', claims: {}, fault: null, down: false };
  let redirectUri = firstRedirectUri;
  let changes = 0;
  let key;
  let provider;

  const server = createServer((request, response) => clocks.run(clock, () => void answer(request, response)));
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${server.address().port}`;
  clocks.run(clock, begin);
  return issuer;

  /** Begins with a new key, as a provider does that changes its key: the one before is not known any more. */
  function begin() {
    key = { ...ownKeys[changes % ownKeys.length], kid: `key-${changes}`, use: 'sig', alg: 'RS256' };
    changes += 1;
    provider = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT,
          client_secret: SECRET,
          redirect_uris: [redirectUri],
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      jwks: { keys: [key] },
      cookies: { keys: ['of tests'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...world.claims }) }),
      ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
    });
    provider.use(async (context, next) => {
      await next();
      if (context.path === '/token' && context.body?.id_token && world.fault !== null) {
        context.body = { ...context.body, id_token: await forged(context.body.id_token) };
      }
      if (context.path === '/me' && world.fault === 'told in words') {
        context.body = { ...context.body, email_verified: 'true' };
      }
      if (context.path === '/jwks' && world.fault === 'signed with a short key') {
        const { kty, kid, use, alg, n, e } = shortKey;
        context.body = { keys: [...context.body.keys, { kty, kid, use, alg, n, e }] };
      }
    });
  }

  async function answer(request, response) {
    if (world.fault === 'says everything back' && request.url === '/token') {
      let text = '';
      for await (const piece of request) text += piece;
      const said = { error: text, error_description: text };
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    } else if (request.url === '/control') {
      let text = '';
      for await (const piece of request) text += piece;
      const { rotate, moved, pass, ...told } = JSON.parse(text);
      world = { ...world, ...told };
      redirectUri = moved ?? redirectUri;
      passed += pass ?? 0;
      if (rotate || moved !== undefined) begin();
      response.end();
    } else if (world.down) {
      request.socket.destroy();
    } else if (request.url.startsWith('/interaction/')) {
      await interact(request, response);
    } else {
      provider.callback()(request, response);
    }
  }

  /** Signs in whoever is to, and lets our client know what it asks for. */
  async function interact(request, response) {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    let result;
    if (world.sub === null) {
      result = { error: 'access_denied', error_description: '<script>alert(1)</script>' };
    } else if (prompt.name === 'login') {
      result = { login: { accountId: world.sub } };
    } else {
      const grant = new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
      grant.addOIDCScope(params.scope);
      result = { consent: { grantId: await grant.save() } };
    }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  }

  /** The same token as somebody makes it who lies. */
  async function forged(token) {
    const claims = decodeJwt(token);
    const { kid, alg } = key;
    const signed = async (claims, header = {}, by = key) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid, ...header }).sign(await importJWK(by, header.alg ?? alg));
    switch (world.fault) {
      case 'other nonce':
        return signed({ ...claims, nonce: 'another' });
      case 'no nonce':
        return signed({ ...claims, nonce: undefined });
      case 'for another':
        return signed({ ...claims, aud: 'another' });
      case 'for several, given to us':
        return signed({ ...claims, aud: [CLIENT, 'another'], azp: CLIENT });
      case 'for several, given to another':
        return signed({ ...claims, aud: [CLIENT, 'another'], azp: 'another' });
      case 'for several, given to nobody':
        return signed({ ...claims, aud: [CLIENT, 'another'] });
      case 'over':
        return signed({ ...claims, exp: Math.floor(Date.now() / 1000) - 60 });
      case 'of a time to come':
        return signed({ ...claims, iat: Math.floor(Date.now() / 1000) + 600 });
      case 'of long ago':
        return signed({ ...claims, iat: Math.floor(Date.now() / 1000) - 720 });
      case 'that counts later':
        return signed({ ...claims, nbf: Math.floor(Date.now() / 1000) + 600 });
      case 'that counts since a moment ago':
        return signed({ ...claims, nbf: Math.floor(Date.now() / 1000) });
      case 'with another code':
        return signed({ ...claims, c_hash: 'AAAAAAAAAAAAAAAAAAAAAA' });
      case 'shown long ago':
        return signed({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 3600 });
      case 'shown five minutes ago':
        return signed({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 300 });
      case 'shown in a time to come':
        return signed({ ...claims, auth_time: Math.floor(Date.now() / 1000) + 3600 });
      case 'shown nobody knows when':
        return signed({ ...claims, auth_time: undefined });
      case 'told in words':
        return signed({ ...claims, email: null, email_verified: 'true' });
      case 'signed with a short key': {
        const text = (part) => Buffer.from(JSON.stringify(part)).toString('base64url');
        const content = `${text({ alg, kid: shortKey.kid })}.${text(claims)}`;
        const by = createPrivateKey({ key: shortKey, format: 'jwk' });
        return `${content}.${sign('sha256', Buffer.from(content), by).toString('base64url')}`;
      }
      case 'of another issuer':
        return signed({ ...claims, iss: 'https://login.example' });
      case 'with another access token':
        return signed({ ...claims, at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' });
      case 'of nobody':
        return signed({ ...claims, sub: '' });
      case 'of a name without end':
        return signed({ ...claims, sub: 'a'.repeat(256) });
      case 'unsigned':
        return new UnsecuredJWT(claims).encode();
      case 'signed with the secret':
        return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(createSecretKey(Buffer.from(SECRET)));
      case 'signed with the public key':
        return new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid })
          .sign(createSecretKey(Buffer.from(JSON.stringify({ kty: key.kty, n: key.n, e: key.e }))));
      case 'signed with another key':
        return signed(claims, {}, { ...anotherKey, kid });
      case 'signed with a key that is not known':
        return signed(claims, { kid: 'another' }, anotherKey);
      case 'changed afterwards': {
        const [head, , signature] = token.split('.');
        const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'boss' })).toString('base64url');
        return [head, changed, signature].join('.');
      }
      default:
        throw new Error(`there is no fault ${world.fault}`);
    }
  }
}

/** A short key, one that nobody knows, and three to change between. Making them takes longer than many tests: they are made once. */
function keysOfThisMachine() {
  const file = new URL('node_modules/.keys.json', import.meta.url);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    const keys = [{ ...newKey(1024), kid: 'short', use: 'sig', alg: 'RS256' }, ...Array.from({ length: 4 }, () => newKey(2048))];
    const own = new URL(`node_modules/.keys.${process.pid}.json`, import.meta.url);
    writeFileSync(own, JSON.stringify(keys), { mode: 0o600 });
    renameSync(own, file);
    return keys;
  }
}

function newKey(modulusLength) {
  return generateKeyPairSync('rsa', { modulusLength }).privateKey.export({ format: 'jwk' });
}
