import { namesText } from '../../i18n/calendar-text'
import { i18n } from '../../i18n/i18n'
import { shortened } from '../../i18n/isolate'
import type { Lock, User } from '../../model/domain'
import type { LockEffect, Effect } from '../../model/membership-effect'

/** Whom a change takes access from, gives others in its place, or gives access: counted and by name, each person once. */
export function effectTexts({ lose, change, gain }: Effect): string[] {
  return [peopleText('lose', lose), peopleText('change', change), peopleText('gain', gain)].filter(
    (text) => text !== null,
  )
}

/** The doors that a change takes from somebody, and those that it gives them: counted and by name. */
export function lockEffectTexts({ lose, gain }: LockEffect): string[] {
  const text = (how: keyof LockEffect, doors: readonly Lock[]) =>
    doors.length === 0 ? [] : [i18n.t(`effect.doors.${how}`, { count: doors.length, names: namesOf(doors) })]
  return [...text('lose', lose), ...text('gain', gain)]
}

/** How many people gain or lose access, and who; null for nobody. */
export function peopleText(how: keyof Effect, people: readonly User[]): string | null {
  if (people.length === 0) return null
  return i18n.t(`effect.${how}`, { count: people.length, names: namesOf(people) })
}

const namesOf = (named: readonly { name: string }[]) => namesText(named.map(({ name }) => shortened(name)))

/** Whether somebody would stand before a door that opened to them before. */
export const takesAccess = ({ lose, change }: Effect): boolean => lose.length + change.length > 0
