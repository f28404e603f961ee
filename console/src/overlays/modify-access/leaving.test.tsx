import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe'
import { pressEscape } from '../../testing/press-escape'
import { waitFor } from '../../testing/wait-for'
import { atTheDoor, choose, house, open, personal, press, readsAs, save, segment, type } from './testing'

atTheDoor()

const closeButton = page.getByRole('button', { name: 'Close' })
const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })

describe('leaving the editor with changes that are not saved', () => {
  it.each([
    ['Escape', () => pressEscape()],
    ['the close button', () => userEvent.click(closeButton)],
  ])('by %s asks first', async (_way, leave) => {
    const { calls, close } = await open({ domain: house([personal('calendar-until')]) })
    await choose('Permanent')
    await leave()
    await expect.element(question).toHaveTextContent('What you changed here is not saved.')
    await expect.element(page.getByRole('button', { name: 'Go on editing' })).toHaveFocus()
    await expect.poll(() => document.getAnimations().length).toBe(0)
    await expectAccessible()
    expect(close).not.toHaveBeenCalled()
    await userEvent.click(page.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(calls).toEqual([])
  })

  it.each([
    ['Escape', () => pressEscape()],
    ['the close button', () => userEvent.click(closeButton)],
    ['Cancel', () => userEvent.click(page.getByRole('button', { name: 'Cancel' }))],
  ])('by %s asks first where only a part of a date was erased', async (_way, leave) => {
    const { close } = await open({ domain: house([personal('calendar-until')]) })
    await press(segment('year', 'To'), '{Backspace}{Backspace}{Backspace}{Backspace}')
    await readsAs('To', { year: 'yyyy' })
    await leave()
    await expect.element(question).toBeVisible()
    expect(close).not.toHaveBeenCalled()
    await userEvent.click(page.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })

  it('goes on where it was when they are kept', async () => {
    const { close } = await open({ domain: house([personal('calendar-until')]) })
    await choose('Permanent')
    await pressEscape()
    await expect.element(question).toBeVisible()
    await pressEscape()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(type('Permanent')).toBeChecked()
    await waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull())
    expect(close).not.toHaveBeenCalled()
  })

  it('by Cancel is asked about too', async () => {
    const { close } = await open({ domain: house([personal('calendar-until')]) })
    await choose('Permanent')
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
    await expect.element(question).toBeVisible()
    expect(close).not.toHaveBeenCalled()
    await userEvent.click(page.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })

  it('is not possible by a press beside it', async () => {
    const { close } = await open({ domain: house([personal('calendar-until')]) })
    await choose('Permanent')
    await userEvent.click(document.elementFromPoint(5, 5) as Element, { position: { x: 5, y: 5 } })
    await expect.element(type('Permanent')).toBeChecked()
    expect(close).not.toHaveBeenCalled()
    expect(question.query()).toBeNull()
  })

  it('is not asked about when nothing is changed any more', async () => {
    const { close } = await open({ domain: house([personal('calendar-until')]) })
    await choose('Permanent')
    await choose('Temporary')
    await pressEscape()
    expect(close).toHaveBeenCalledOnce()
  })
})

it('while it saves, Escape and the close button wait as Cancel does', async () => {
  let answer = () => {}
  const ready = new Promise<void>((resolve) => (answer = resolve))
  const { close } = await open({ domain: house([personal('calendar-until')]), ready })
  await choose('Permanent')
  await userEvent.click(save)
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await expect.element(closeButton).toBeDisabled()
  await pressEscape()
  expect(close).not.toHaveBeenCalled()
  expect(question.query()).toBeNull()
  answer()
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
})
