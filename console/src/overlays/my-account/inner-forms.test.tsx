import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { json } from '../../testing/fake-api'
import { pressEscape } from '../../testing/press-escape'
import { waitFor } from '../../testing/wait-for'
import { atMyAccount, field, open, tab } from './testing'

atMyAccount()

const begin = page.getByRole('button', { name: 'New token', exact: true })

it('the form of a new token is closed alone by Escape, and what is typed in it is not lost without a question', async () => {
  const { close, sent } = await open({ further: { 'GET /oauth/v2/user/tokens': () => json([]) } })
  await userEvent.click(tab('Tokens'))
  await userEvent.click(begin)
  await userEvent.fill(field('Name'), 'Nightly')
  await userEvent.click(page.getByRole('button', { name: 'Close', exact: true }).last())
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await userEvent.click(question.getByRole('button', { name: 'Go on editing' }))
  await expect.element(field('Name')).toHaveValue('Nightly')
  // A list that is open is closed first, and alone.
  await page.getByRole('button', { name: /Ends after/ }).click()
  await expect.element(page.getByRole('option', { name: '30 days' })).toBeVisible()
  await pressEscape()
  await expect.element(page.getByRole('option', { name: '30 days' })).not.toBeInTheDocument()
  await expect.element(field('Name')).toBeVisible()
  await pressEscape()
  await expect.element(begin).toHaveFocus()
  expect(field('Name').query()).toBeNull()
  expect(close).not.toHaveBeenCalled()
  await pressEscape()
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(sent()).toEqual([])
})
