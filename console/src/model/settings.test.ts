import { expect, it } from 'vitest'
import { mergedSettings, present, sameSettings, trimmed } from './settings'

const stood = { name: 'Street', zone: 'UTC', groups: ['a', 'b'] }

it('settings are the same when every field is, lists by what they hold', () => {
  expect(sameSettings(stood, { ...stood, groups: ['a', 'b'] })).toBe(true)
  expect(sameSettings(stood, { ...stood, groups: ['a'] })).toBe(false)
  expect(sameSettings(stood, trimmed({ ...stood, name: ' Street ' }))).toBe(true)
})

it('an id of what is no more is left out, and settings that hold none stay themselves', () => {
  expect(present(stood, new Map([['a', null]]))).toEqual({ ...stood, groups: ['a'] })
  const all = new Map(stood.groups.map((id) => [id, null]))
  expect(present(stood, all)).toBe(stood)
})

it('of two people each change counts, in lists that of every id', () => {
  const mine = { ...stood, name: 'Front', groups: ['a', 'b', 'c'] }
  const theirs = { ...stood, zone: 'CET', groups: ['b'] }
  expect(mergedSettings(stood, mine, theirs)).toEqual({ name: 'Front', zone: 'CET', groups: ['b', 'c'] })
})

it('two values of one field are for a person to choose from, the same value twice is not', () => {
  expect(mergedSettings(stood, { ...stood, name: 'Front' }, { ...stood, name: 'Main' })).toBeNull()
  const both = { ...stood, name: 'Front' }
  expect(mergedSettings(stood, both, both)).toEqual(both)
})
