import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { tab } from '../../session/storage'
import { expectAccessible } from '../../testing/axe'
import { catchDownloads } from '../../testing/downloads'
import { json } from '../../testing/fake-api'
import { signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import { add, button, choose, create, field, line, now, open } from './testing'

signedIn(now)

const failing = () => json({ error: 'server_error' }, 500)

describe('without an account', () => {
  const named = page.getByRole('textbox', { name: 'Name of a guest without an account' })
  const people = page.getByRole('list', { name: 'Guests' })

  it('takes a name and no more, gives access and no password', async () => {
    const { sent, keys, close } = await open()
    await userEvent.click(button('Add by name'))
    await expect.element(named).toHaveFocus()
    await expect.element(people).toHaveTextContent('Without an account')
    await userEvent.fill(named, ' Carl Berg, second floor ')
    await choose('Gate')
    await userEvent.click(page.getByText('Permanent'))
    await expect.element(page.getByText('After Create: 1 guest has access to Gate, always.')).toBeVisible()
    await expectAccessible()
    await userEvent.click(create)
    await expect.element(line('Carl Berg, second floor')).toHaveTextContent('Created without an account')
    await expect.element(page.getByText('1 guest is created without an account.')).toBeVisible()
    await expectAccessible()
    expect(sent()[0]).toBe('POST /users/v1 {"display_name":"Carl Berg, second floor"}')
    expect(JSON.parse(sent()[1]!.replace('POST /links/v1 ', ''))).toMatchObject({ lock_id: 'lock-gate' })
    expect(keys()[0]?.length).toBeGreaterThan(15)
    expect(page.getByRole('button', { name: 'Show passwords' }).query()).toBeNull()
    // It would be a file of passwords.
    expect(page.getByRole('button', { name: 'Download as CSV' }).query()).toBeNull()
    await userEvent.click(button('OK'))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })

  it('goes on to the next name at Enter, which creates nobody', async () => {
    const { sent } = await open()
    await userEvent.click(button('Add by name'))
    await userEvent.fill(named, 'Anna')
    await userEvent.keyboard('{Enter}')
    await expect.element(named.nth(1)).toHaveFocus()
    // Nobody else is to be added: there is no further line without a name.
    await userEvent.keyboard('{Enter}')
    expect(named.elements()).toHaveLength(2)
    await userEvent.keyboard('Bo')
    await userEvent.click(named.first())
    await userEvent.keyboard('{Enter}')
    await expect.element(named.nth(1)).toHaveFocus()
    expect(named.elements()).toHaveLength(2)
    expect(sent()).toEqual([])
    await userEvent.click(button('Remove Anna'))
    await expect.element(button('Remove Bo')).toHaveFocus()
  })

  it('needs a name: Create says so at the field and leads there', async () => {
    const { sent } = await open()
    await userEvent.click(button('Add by name'))
    await userEvent.fill(named, '  ')
    await userEvent.click(create)
    await expect.element(named).toHaveAccessibleDescription('Please fill in this field.')
    await expect.element(named).toHaveFocus()
    await expectAccessible()
    expect(sent()).toEqual([])
    await userEvent.click(button('Remove the guest without a name'))
    await expect.element(named).not.toBeInTheDocument()
    await expect.element(create).toBeDisabled()
  })

  it('stands beside those who have one, may be called as they are, and is not in the file', async () => {
    const files = catchDownloads()
    const { sent } = await open()
    await add('carl')
    await userEvent.click(button('Add by name'))
    await userEvent.fill(named, 'carl')
    await expect.element(button('Remove carl').first()).toBeVisible()
    await userEvent.click(create)
    await expect.element(page.getByText('1 guest is created without an account.')).toBeVisible()
    await expect.element(page.getByText(/^1 guest is created\. The password is shown only here/)).toBeVisible()
    expect(sent()).toEqual([
      'PUT /users/v1/carl {"must_change_password":true}',
      'POST /users/v1 {"display_name":"carl"}',
    ])
    await userEvent.click(button('Download as CSV'))
    await waitFor(() => expect(files).toHaveLength(1))
    expect((await files[0]?.text())?.trim().split('\r\n')).toHaveLength(2)
    await add('CARL')
    await expect.element(field).toHaveAccessibleDescription(/User already exists in guest list/)
  })

  it('that fails is tried again by Create, once for the server', async () => {
    const { keys } = await open({ answers: { person: [failing()] } })
    await userEvent.click(button('Add by name'))
    await userEvent.fill(named, 'Carl Berg')
    await userEvent.click(create)
    await expect.element(line('Carl Berg')).toHaveTextContent(/^Carl BergUnable to create user\./)
    await userEvent.click(create)
    await expect.element(line('Carl Berg')).toHaveTextContent('Created without an account')
    const [first, again] = keys()
    expect(first).toBe(again)
  })

  it('is kept in the tab until it is asked for', async () => {
    await open()
    await userEvent.click(button('Add by name'))
    await userEvent.fill(named, 'Carl Berg')
    expect(JSON.stringify(tab.get('drafts'))).toContain('Carl Berg')
    await userEvent.click(create)
    await expect.element(line('Carl Berg')).toHaveTextContent('Created without an account')
    expect(JSON.stringify(tab.get('drafts') ?? {})).not.toContain('Carl Berg')
  })
})
