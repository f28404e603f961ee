import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { domainOf, lockGroup, userGroup } from '../../testing/example'
import { beginSession } from '../../session/session'
import { expectAccessible } from '../../testing/axe'
import { fakeApi, json, type Answers } from '../../testing/fake-api'
import { showDomain } from '../../testing/live-domain'
import { account, signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import { openModifyLockGroup } from '../modify-lock-group/open'
import { openModifyUserGroup } from '../modify-user-group/open'
import CreateGroup from './Overlay'

vi.mock('../modify-lock-group/open', () => ({ openModifyLockGroup: vi.fn() }))
vi.mock('../modify-user-group/open', () => ({ openModifyUserGroup: vi.fn() }))

signedIn()
beforeEach(() => vi.clearAllMocks())

async function open({
  answer = () => json({ id: 'group-new' }, 201),
  role = 'administrator',
  domain = domainOf({}),
} = {}) {
  const shown = showDomain(domain)
  const identities = [{ id: 'user-0366ba845fb5', domain: 'Home', primary: true, role, domain_rights: [] }]
  const answers: Answers = { 'GET /user/v1/identities': () => json(identities), 'POST /groups/v1': answer }
  const calls = fakeApi({ ...account, ...answers })
  await beginSession()
  const close = vi.fn()
  await render(<CreateGroup close={close} />)
  const made = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body) as unknown)
  return { shown, close, made }
}

const name = page.getByRole('textbox', { name: 'Name' })
const create = page.getByRole('button', { name: 'Create', exact: true })
const radio = (label: RegExp) => page.getByRole('radio', { name: label })

describe('a new group', () => {
  it('needs a name and a type: Create says at the field what is missing, and leads there', async () => {
    const { made } = await open()
    await expect.element(name).toHaveFocus()
    const type = page.getByRole('radiogroup', { name: 'What the group holds' })
    await userEvent.fill(name, '   ')
    await userEvent.click(create)
    await expect.element(name).toHaveAccessibleDescription('Please fill in this field.')
    await expect.element(type).toHaveAccessibleDescription('Choose what the group holds.')
    await expect.element(name).toHaveFocus()
    await expectAccessible()
    await userEvent.fill(name, 'Ground floor')
    await userEvent.click(create)
    await expect.element(radio(/^Users/)).toHaveFocus()
    await userEvent.click(page.getByText('Doors that access is given to together.'))
    await userEvent.fill(name, 'G'.repeat(256))
    await expect.element(name).toHaveAccessibleDescription('At most 255 characters.')
    await userEvent.click(create)
    await expect.element(name).toHaveFocus()
    expect(made()).toEqual([])
  })

  it('may be called what another one is called, and says so before', async () => {
    const domain = domainOf({ groups: [userGroup('group-friends', [], { name: 'Friends' })] })
    const { made } = await open({ domain })
    await userEvent.fill(name, 'Friend')
    await expect.element(name).not.toHaveAccessibleDescription()
    await userEvent.fill(name, ' friends ')
    await expect.element(name).toHaveAccessibleDescription('A group is called that already.')
    await expect.element(name).not.toHaveAttribute('aria-invalid')
    await expectAccessible()
    await userEvent.click(page.getByText('Doors that access is given to together.'))
    await userEvent.click(create)
    await waitFor(() => expect(made()).toEqual([{ name: 'friends', type: 'locks' }]))
  })

  it('does not count as one that is called that already itself', async () => {
    const { shown, made } = await open()
    await userEvent.fill(name, 'Ground floor')
    await userEvent.click(page.getByText('Doors that access is given to together.'))
    await userEvent.click(create)
    await waitFor(() => expect(made()).toHaveLength(1))
    const other = lockGroup('group-other', [], { name: 'Ground floor' })
    shown.apply({ entries: { groups: [other] }, removed: [] })
    await expect.element(page.getByRole('button', { name: 'Creating' })).toBeVisible()
    await expect.element(name).not.toHaveAccessibleDescription()
  })

  it('is made, and opened as soon as it is there', async () => {
    const { shown, close, made } = await open()
    await userEvent.fill(name, ' Ground floor ')
    await userEvent.click(page.getByText('Doors that access is given to together.'))
    await expect.element(radio(/^Locks/)).toBeChecked()
    await userEvent.click(create)
    await expect.element(page.getByRole('button', { name: 'Creating' })).toBeVisible()
    await waitFor(() => expect(made()).toEqual([{ name: 'Ground floor', type: 'locks' }]))
    expect(close).not.toHaveBeenCalled()
    shown.apply({ entries: { groups: [lockGroup('group-new', [])] }, removed: [] })
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(openModifyLockGroup).toHaveBeenCalledExactlyOnceWith({ group: 'group-new' }, 'locks')
  })

  it('of users is made and opened too', async () => {
    const { shown, close, made } = await open()
    await userEvent.fill(name, 'Cleaners')
    await userEvent.click(page.getByText('People who are given access together.'))
    await userEvent.click(create)
    await waitFor(() => expect(made()).toEqual([{ name: 'Cleaners', type: 'users' }]))
    shown.apply({ entries: { groups: [userGroup('group-new', [])] }, removed: [] })
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(openModifyUserGroup).toHaveBeenCalledExactlyOnceWith({ group: 'group-new' }, 'guests')
    expect(openModifyLockGroup).not.toHaveBeenCalled()
  })

  it('that the server refuses is said at the field, and what was typed stays', async () => {
    const errors = { name: [{ error_code: 'invisible', error_message: 'no' }] }
    const { close } = await open({ answer: () => json({ error: 'validation_failed', errors }, 422) })
    await userEvent.fill(name, 'Ground floor')
    await userEvent.click(page.getByText('Doors that access is given to together.'))
    await userEvent.click(create)
    await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to create the group Ground floor.')
    await expect.element(name).toHaveAccessibleDescription('Nothing of this can be seen.')
    await expect.element(name).toHaveValue('Ground floor')
    expect(close).not.toHaveBeenCalled()
    await expectAccessible()
  })

  it('is for administrators to make', async () => {
    await open({ role: 'installer' })
    await expect.element(page.getByText('You may not do this in this domain.')).toBeVisible()
  })
})
