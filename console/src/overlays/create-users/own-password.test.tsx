import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { tab } from '../../session/storage'
import { expectAccessible } from '../../testing/axe'
import { json } from '../../testing/fake-api'
import { signedIn } from '../../testing/session'
import { add, button, create, line, now, open } from './testing'

signedIn(now)

const choice = page.getByRole('switch', { name: /^They choose their own password when they sign in first/ })
const label = page.getByText('They choose their own password when they sign in first')

const created = (name: string, must_change_password: boolean) =>
  `PUT /users/v1/${name} ${JSON.stringify({ must_change_password })}`

it('whoever gets an account chooses a password of their own, unless that is not wanted', async () => {
  const { sent } = await open()
  await expect.element(choice).toBeChecked()
  await expect.element(page.getByText(/^The password that you pass on is good for that alone/)).toBeVisible()
  await add('carl')
  await userEvent.click(create)
  await expect.element(line('carl')).toHaveTextContent('Created')
  await add('dora')
  await userEvent.click(label)
  await expect.element(page.getByText(/^The password that you pass on stays theirs/)).toBeVisible()
  await expectAccessible()
  expect(JSON.stringify(tab.get('drafts'))).toContain('"passwordsStay":true')
  await userEvent.click(create)
  await expect.element(line('dora')).toHaveTextContent('Created')
  // The next ones are created alike.
  await add('bo@nordic.se')
  await expect.element(choice).not.toBeChecked()
  await userEvent.click(create)
  await expect.element(line('bo@nordic.se')).toHaveTextContent('Created')
  expect(sent()).toEqual([created('carl', true), created('dora', false), created('bo@nordic.se', false)])
})

it('who is tried again is asked for as before', async () => {
  const { sent } = await open({ answers: { carl: [json({ error: 'server_error' }, 500)] } })
  await add('carl')
  await userEvent.click(create)
  await expect.element(line('carl')).toHaveTextContent('Press Create to try again.')
  await add('dora')
  await userEvent.click(label)
  await userEvent.click(create)
  await expect.element(button('OK')).toBeVisible()
  expect(sent()).toEqual([created('carl', true), created('carl', true), created('dora', false)])
})

it('who has no account chooses none, and nobody is asked about it', async () => {
  const { sent } = await open()
  await userEvent.click(button('Add by name'))
  await expect.element(choice).not.toBeInTheDocument()
  await userEvent.fill(page.getByRole('textbox', { name: 'Name of a guest without an account' }), 'Carl Berg')
  await userEvent.click(create)
  await expect.element(line('Carl Berg')).toHaveTextContent('Created without an account')
  expect(sent()).toEqual(['POST /users/v1 {"display_name":"Carl Berg"}'])
})
