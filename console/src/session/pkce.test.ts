import { expect, it } from 'vitest'
import { challengeOf, randomText } from './pkce'

it('makes the S256 challenge of RFC 7636, appendix B', async () => {
  expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  )
})

it('draws verifiers that fit RFC 7636 and never twice the same', () => {
  const drawn = Array.from({ length: 50 }, () => randomText(48))
  for (const verifier of drawn) expect(verifier).toMatch(/^[A-Za-z0-9_-]{64}$/)
  expect(new Set(drawn).size).toBe(50)
})
