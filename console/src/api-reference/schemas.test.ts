import { describe, expect, it } from 'vitest'
import type { Schema } from '../api/document'
import { essence, exampleOf, rangeOf, typeOf } from './schemas'

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const schemas: Record<string, Schema> = {
  LockId: { type: 'string', description: 'The id of a lock.', pattern: '^lock-', examples: ['lock-1'] },
  Lock: { type: 'object', description: 'A lock.', required: ['id'], properties: { id: ref('LockId') } },
  Details: {
    allOf: [ref('Lock'), { type: 'object', required: ['groups'], properties: { groups: { type: 'array' } } }],
    description: 'One lock, and more.',
  },
}

it.each<[Schema, string]>([
  [{ type: 'string' }, 'string'],
  [{ type: ['string', 'null'], format: 'date-time' }, 'string (date-time) or null'],
  [{ oneOf: [ref('Lock'), { type: 'null' }] }, 'Lock or null'],
  [{ type: 'array', items: ref('Lock') }, 'array of Lock'],
  [{}, 'any'],
])('%j is called %s', (schema, name) => expect(typeOf(schema)).toBe(name))

describe('what is told of a schema', () => {
  it('is what it refers to, and what is said in its place', () => {
    expect(essence(ref('LockId'), schemas)).toMatchObject({ pattern: '^lock-', description: 'The id of a lock.' })
    const nullable = { oneOf: [{ ...ref('LockId'), description: 'The door.' }, { type: 'null' }] }
    expect(essence(nullable, schemas)).toMatchObject({ pattern: '^lock-', description: 'The door.' })
  })

  it('is of a list what its entries are, and of the list what is said of it', () => {
    const list = { type: 'array', items: ref('Lock'), description: 'The doors.' }
    expect(essence(list, schemas)).toMatchObject({ description: 'The doors.', properties: { id: ref('LockId') } })
    expect(essence({ type: 'array', items: ref('Lock') }, schemas).description).toBe('A lock.')
    expect(essence({ type: 'object', additionalProperties: list }, schemas).properties).toHaveProperty('id')
  })

  it('has the fields of all its parts', () => {
    const { properties, required, description } = essence(ref('Details'), schemas)
    expect(Object.keys(properties ?? {})).toEqual(['id', 'groups'])
    expect([required, description]).toEqual([['id', 'groups'], 'One lock, and more.'])
  })
})

it('ranges and examples are short', () => {
  expect(rangeOf({ minimum: 1, maximum: 1000 })).toBe('1 to 1000')
  expect(rangeOf({ minimum: 0 })).toBe('at least 0')
  expect(rangeOf({ maximum: 9 })).toBe('at most 9')
  expect(rangeOf({ maxItems: 9 })).toBe('at most 9 entries')
  expect(rangeOf({})).toBeUndefined()
  expect([exampleOf({ example: ['lock'] }), exampleOf({ examples: ['a'] }), exampleOf({})]).toEqual([
    '["lock"]',
    'a',
    undefined,
  ])
})
