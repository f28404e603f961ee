import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AccessChip } from './AccessChip'
import { Button } from './Button'
import { Menu } from './Menu'
import { Name } from './Name'
import { Select } from './Select'

const { keyboard } = userEvent

describe('a name of 255 characters', () => {
  const name = 'W'.repeat(255)

  it('takes two lines, and the pointer is told all of it', async () => {
    await render(
      <div style={{ width: 300 }}>
        <h3>
          <Name>{name}</Name>
        </h3>
      </div>,
    )
    const box = page.getByText(name).element()
    expect(box).toHaveAttribute('title', name)
    expect(box.getBoundingClientRect().width).toBeLessThanOrEqual(300)
    expect(box.getBoundingClientRect().height).toBeLessThan(3 * parseFloat(getComputedStyle(box).fontSize))
  })

  it('stays inside a menu and a list of choices', async () => {
    await render(
      <>
        <Menu
          label="Domains"
          entries={[{ id: 'one', label: name }]}
          onAction={() => {}}
          trigger={<Button>Open</Button>}
        />
        <Select label="Domain" value="one" options={[{ id: 'one', label: name }]} onChange={() => {}} />
      </>,
    )
    const expectInside = (list: Element) => expect(list.scrollWidth).toBeLessThanOrEqual(list.clientWidth)
    await page.getByRole('button', { name: 'Open' }).click()
    expectInside(page.getByRole('menu').element())
    expect(page.getByText(name).last().element()).toHaveAttribute('title', name)
    await keyboard('{Escape}')
    await page.getByRole('button', { name: /Domain/ }).click()
    expectInside(page.getByRole('listbox').element())
  })
})

it('the words of an access take a second line before anything of them is cut off', async () => {
  await render(
    <div style={{ width: 260 }}>
      <AccessChip
        kind="recurring"
        title="Mon, Tue, Thu and Fri 08:00–12:00, until 3 Dec"
        detail="via Cleaning company Blitzblank and Ground floor"
        indirect
      />
    </div>,
  )
  for (const words of [/^Mon, Tue/, /^via Cleaning/]) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = page.getByText(words).element()
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    expect(scrollHeight).toBeLessThanOrEqual(clientHeight)
  }
})
