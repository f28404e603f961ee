import { expect, it } from 'vitest'
import { newDraft, recurringDefaults } from './draft'
import { inZone } from './rezone'
import { zoneOf } from './zone'

const now = Date.parse('2026-11-20T13:00:00Z')
const opened = newDraft('temporary', now, recurringDefaults, false)
const copenhagen = zoneOf('Europe/Copenhagen')
const helsinki = zoneOf('Europe/Helsinki')

it('a time that was chosen is the same by the other clock', () => {
  const chosen = { ...opened, start: Date.parse('2026-11-24T15:00:00Z'), end: Date.parse('2026-11-25T10:00:00Z') }
  expect(inZone(chosen, opened, copenhagen, helsinki)).toEqual({
    ...chosen,
    start: Date.parse('2026-11-24T14:00:00Z'),
    end: Date.parse('2026-11-25T09:00:00Z'),
  })
})

it('what was only offered stays the moment that it is', () => {
  expect(inZone(opened, opened, copenhagen, helsinki)).toEqual(opened)
  expect(inZone({ ...opened, end: null }, opened, copenhagen, helsinki).end).toBeNull()
})
