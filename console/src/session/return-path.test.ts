import { expect, it } from 'vitest'
import { returnPath } from './return-path'

it.each(['/dashboard', '/dashboard?lock=lock-1', '/i/abc'])('returns to the own route %s', (path) => {
  expect(returnPath(path)).toBe(path)
})

it.each([
  null,
  undefined,
  '',
  'https://elsewhere.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/dashboard//elsewhere.example',
  'javascript:alert(1)',
  '/dashboards',
  '/login',
  '/oauth',
  'dashboard',
])('goes to the dashboard in place of %s', (path) => {
  expect(returnPath(path)).toBe('/dashboard')
})

it('takes the rest of the search along, without what belongs to the login page', () => {
  expect(returnPath('/dashboard', { redirect: '/dashboard', error: 'x', lock: 'lock-1', page: 2 })).toBe(
    '/dashboard?lock=lock-1&page=2',
  )
  expect(returnPath('/dashboard?a=1', { b: 'ø' })).toBe('/dashboard?a=1&b=%C3%B8')
})
