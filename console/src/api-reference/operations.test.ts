import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { OpenApi } from '../api/document'
import { curl, examplesOf, scopes, scopesOf, search, tagsOf } from './operations'
import { routeOf } from './route'

const document = JSON.parse(
  readFileSync(new URL('../../../openapi/api.json', import.meta.url), 'utf8'),
) as unknown as OpenApi
const tags = tagsOf(document)
const operations = tags.flatMap((tag) => tag.operations)
const called = (name: string) => operations.find(({ operationId }) => operationId === name)!

it('every operation stands below its tag', () => {
  const all = Object.values(document.paths).flatMap((item) => Object.values(item))
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    all.map(({ operationId }) => operationId).sort(),
  )
  expect(called('create_link')).toMatchObject({ method: 'POST', path: '/links/v1' })
})

describe('a search', () => {
  const found = (term: string) => search(tags, term).tags.flatMap((tag) => tag.operations.map((one) => one.operationId))

  it('finds names, paths, methods and descriptions, each word anywhere', () => {
    expect(found('create link')).toContain('create_link')
    expect(found('POST /links/v1')).toContain('create_link')
    expect(found('Post LINKS')).toContain('create_link')
    expect(found('administrators calendar delete')).toContain('remove_calendar')
    expect(found('administrators calendar delete')).not.toContain('create_calendar')
    expect(found('no such thing')).toEqual([])
    expect(found(' ')).toHaveLength(operations.length)
  })

  it('prefers what is called so to what only tells of it', () => {
    const told = { ...called('list_users'), description: 'Nothing of `remote_unlock`.' }
    const both = [{ name: 'all', description: '', operations: [told, called('remote_unlock')] }]
    expect(search(both, 'remote_unlock').best?.operationId).toBe('remote_unlock')
    expect(search(both, 'nothing').best?.operationId).toBe('list_users')
    expect(search(both, 'no such thing').best).toBeUndefined()
  })
})

it('an operation says which scope its token needs, or that it needs none', () => {
  expect(scopesOf(called('create_link'))).toEqual(['access'])
  expect(scopesOf(called('delete_cookie'))).toEqual([])
  expect(scopesOf(called('create_token'))).toBeNull()
  expect(scopes(document).map(([name]) => name)).toContain('access')
})

it('examples come with their names', () => {
  const { requestBody, responses } = called('create_link')
  expect(examplesOf(requestBody!.content['application/json']!)[0]?.[0]).toBe('')
  const refused = examplesOf(responses['403']!.content!['application/json']!)
  expect(refused.map(([name]) => name)).toEqual(['forbidden', 'insufficient_scope', 'provider_sign_in_required'])
})

describe('a request by curl', () => {
  it('has token and body', () => {
    const lines = curl(called('create_link'), 'https://doors.example').split(' \\\n  ')
    expect(lines.slice(0, 3)).toEqual([
      "curl -X POST 'https://doors.example/links/v1'",
      '-H "Authorization: Bearer $TOKEN"',
      "-H 'Content-Type: application/json'",
    ])
    expect(JSON.parse(lines[3]!.slice("-d '".length, -1))).toHaveProperty('lock_id')
  })

  it('names what must be filled in, and no token where none is needed', () => {
    expect(curl(called('authorize'), '')).toMatch(/^curl '\/oauth2\/authorize\?response_type=\{response_type\}&/)
    expect(curl(called('authorize'), '')).not.toContain('Authorization')
    expect(curl(called('get_device'), '')).toContain("'/devices/v1/{serial}'")
  })

  it('lets no quote end the body', () => {
    const body = { content: { 'application/json': { example: { name: "Anna's door" } } } }
    expect(curl({ ...called('create_link'), requestBody: body }, '')).toContain(`Anna'\\''s door`)
  })
})

it('an address names an operation, a tag, or neither', () => {
  expect(routeOf('#operation/create_link')).toEqual({ kind: 'operation', name: 'create_link' })
  expect(routeOf('#tag/links')).toEqual({ kind: 'tag', name: 'links' })
  expect(['', '#', '#overview', '#operation/'].map((hash) => routeOf(hash).kind)).toEqual(Array(4).fill('overview'))
})
