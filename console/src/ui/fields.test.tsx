import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '../testing/axe'
import { waitFor } from '../testing/wait-for'
import { Button } from './Button'
import { Checkbox } from './Checkbox'
import { ComboBox } from './ComboBox'
import { Menu } from './Menu'
import { RadioGroup } from './RadioGroup'
import { SearchField } from './SearchField'
import { Segmented } from './Segmented'
import { Select } from './Select'
import { Switch } from './Switch'
import { Tabs } from './Tabs'
import { TextField } from './TextField'
import { ToggleGroup } from './ToggleGroup'
import { Holding } from '../testing/Holding'

const { keyboard } = userEvent

describe('fields', () => {
  it('TextField tells its label, its help and what is wrong', async () => {
    await render(<TextField label="E-mail" description="Where the invitation goes" error="Invalid email" />)
    const field = page.getByRole('textbox', { name: 'E-mail' })
    await expect.element(field).toHaveAccessibleDescription('Where the invitation goes Invalid email')
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  })

  it('SearchField is cleared by Escape and by its button', async () => {
    const onChange = vi.fn()
    await render(<SearchField label="Locks" defaultValue="street" onChange={onChange} />)
    await keyboard('{Tab}{Escape}')
    expect(onChange).toHaveBeenLastCalledWith('')
    await keyboard('gate')
    await page.getByRole('button').click()
    await expect.element(page.getByRole('searchbox', { name: 'Locks' })).toHaveValue('')
  })

  it('Checkbox and Switch are turned by Space', async () => {
    const onChange = vi.fn()
    await render(
      <>
        <Checkbox onChange={onChange}>Lock groups</Checkbox>
        <Switch onChange={onChange}>Remote</Switch>
        <Switch isDisabled isSelected onChange={onChange} description="Always on for administrators">
          Fixed
        </Switch>
      </>,
    )
    await keyboard('{Tab} {Tab} {Tab} ')
    expect(onChange.mock.calls).toEqual([[true], [true]])
    await expect.element(page.getByRole('switch', { name: 'Remote' })).toBeChecked()
  })

  it('Select is opened, searched and chosen from by keyboard', async () => {
    const onChange = vi.fn()
    const options = [
      { id: 'name', label: 'By name' },
      { id: 'new', label: 'Newest first' },
      { id: 'old', label: 'Oldest first' },
    ]
    await render(
      <Holding initial={'name'} onChange={onChange}>
        {(value, change) => <Select label="Order" options={options} value={value} onChange={change} />}
      </Holding>,
    )
    await keyboard('{Tab}{ArrowDown}')
    await expect.element(page.getByRole('option', { name: 'By name' })).toHaveAttribute('aria-selected', 'true')
    await keyboard('o{Enter}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('old')
    await expect.element(page.getByRole('button', { name: 'Oldest first Order' })).toHaveFocus()
  })

  describe('ComboBox', () => {
    const zones = ['Europe/London', 'Asia/Tokyo', 'America/New_York', 'Europe/Oslo'].map((id) => ({ id, label: id }))
    const names = { label: 'Zone', openLabel: 'Show all', emptyText: 'None' }
    const field = page.getByRole('combobox', { name: 'Zone' })
    // What says that nothing fits is one too, and has no key.
    const options = () => [...document.querySelectorAll('[role=option][data-key]')]
    const draw = async () => {
      const onChange = vi.fn()
      await render(
        <>
          <Holding initial="Europe/London" onChange={onChange}>
            {(value, change) => <ComboBox {...names} options={zones} value={value} onChange={change} />}
          </Holding>
          <Button>Next</Button>
        </>,
      )
      return onChange
    }

    it.each(['tokyo ', ' tokyo', ' new  york '])('finds %j: keyboards of phones add spaces', async (typed) => {
      await draw()
      await userEvent.fill(field, typed)
      await expect.poll(() => options().length).toBe(1)
    })

    it('finds all by spaces alone, as by nothing', async () => {
      await draw()
      await userEvent.fill(field, ' ')
      await expect.poll(() => options().length).toBe(zones.length)
    })

    it('is typed in from the beginning by whoever clicks there, and a second click sets the caret', async () => {
      await draw()
      await userEvent.click(field)
      await userEvent.keyboard('oslo')
      await expect.element(field).toHaveValue('oslo')
      await userEvent.click(field)
      await userEvent.keyboard('x')
      await expect.poll(() => (field.element() as HTMLInputElement).value.length).toBe(5)
    })

    it('has a list within the window below a field of its whole width: a page that scrolls would close it', async () => {
      await draw()
      await userEvent.fill(field, 'europe')
      await expect.poll(() => options().length).toBe(2)
      expect(document.documentElement.scrollWidth).toBe(window.innerWidth)
    })

    it.each(['Enter', 'Tab'])('takes the one that is found with %s, which would drop what was typed', async (key) => {
      const onChange = await draw()
      await userEvent.fill(field, 'oslo ')
      await expect.poll(() => options().length).toBe(1)
      await keyboard(`{${key}}`)
      expect(onChange).toHaveBeenCalledExactlyOnceWith('Europe/Oslo')
      await expect.element(field).toHaveValue('Europe/Oslo')
      await expect.poll(() => options().length).toBe(0)
      await expect.element(key === 'Tab' ? page.getByRole('button', { name: 'Next' }) : field).toHaveFocus()
    })

    it.each([
      ['europe', 2],
      ['nowhere', 0],
    ])('keeps what was chosen where %s finds %d', async (typed, found) => {
      const onChange = await draw()
      await userEvent.fill(field, typed)
      await expect.poll(() => options().length).toBe(found)
      await keyboard('{Enter}')
      await expect.element(field).toHaveValue('Europe/London')
      expect(onChange).not.toHaveBeenCalled()
    })
  })

  it('Menu does what is chosen and gives the focus back', async () => {
    const onAction = vi.fn()
    await render(
      <Menu
        label="Language"
        selected="en"
        entries={[
          { id: 'en', label: 'English' },
          { id: 'da', label: 'Dansk', lang: 'da-DK' },
        ]}
        onAction={onAction}
        trigger={<Button>Language</Button>}
      />,
    )
    await keyboard('{Tab}{Enter}')
    await expect.element(page.getByRole('menuitemradio', { name: 'English' })).toHaveAttribute('aria-checked', 'true')
    await expectAccessible()
    await keyboard('{ArrowDown}{Enter}')
    expect(onAction).toHaveBeenCalledExactlyOnceWith('da')
    await expect.element(page.getByRole('button', { name: 'Language' })).toHaveFocus()
  })

  it.each([
    ['Segmented', Segmented],
    ['RadioGroup', RadioGroup],
  ])('%s is one stop of Tab, chosen from by arrows', async (_name, Kind) => {
    const onChange = vi.fn()
    const kinds = [
      { value: 'temporary', label: 'Temporary' },
      { value: 'recurring', label: 'Recurring', isDisabled: true },
      { value: 'permanent', label: 'Permanent' },
    ] as const
    await render(
      <Holding<string> initial="temporary" onChange={onChange}>
        {(value, change) =>
          Kind === Segmented ? (
            <Segmented label="Type" segments={kinds} value={value as 'temporary'} onChange={change} />
          ) : (
            <RadioGroup label="Type" choices={kinds} value={value as 'temporary'} onChange={change} />
          )
        }
      </Holding>,
    )
    await keyboard('{Tab}{ArrowRight}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('permanent')
    await expect.element(page.getByRole('radiogroup', { name: 'Type' })).toBeVisible()
    await expect.element(page.getByRole('radio', { name: 'Permanent' })).toBeChecked()
  })

  it('ToggleGroup holds any of its choices and says their full names', async () => {
    const onChange = vi.fn()
    const days = [
      { value: '0', label: 'Mon', name: 'Monday' },
      { value: '1', label: 'Tue', name: 'Tuesday' },
    ]
    await render(
      <Holding<string[]> initial={['0']} onChange={onChange}>
        {(value, change) => <ToggleGroup label="Days" choices={days} value={value} onChange={change} />}
      </Holding>,
    )
    await keyboard('{Tab}{Tab} ')
    expect(onChange).toHaveBeenLastCalledWith(['0', '1'])
    await expect.element(page.getByRole('checkbox', { name: 'Tuesday' })).toBeChecked()
  })

  it('Tabs are chosen by arrows, past a disabled one', async () => {
    const tabs = [
      { id: 'general', title: 'General', content: <p>names</p> },
      { id: 'pins', title: 'PIN codes', content: null, isDisabled: true },
      { id: 'log', title: 'Access log', content: <p>entries</p> },
    ]
    await render(
      <Holding initial="general" onChange={() => {}}>
        {(value, change) => <Tabs label="Lock" tabs={tabs} selected={value} onSelect={change} />}
      </Holding>,
    )
    await keyboard('{Tab}{ArrowRight}')
    await expect.element(page.getByRole('tab', { name: 'Access log' })).toHaveAttribute('aria-selected', 'true')
    await expect.element(page.getByRole('tabpanel', { name: 'Access log' })).toHaveTextContent('entries')
  })

  it.each([390, 1200])(
    'Tabs stay where they are whichever is chosen, each called by its title once, at %i px',
    async (width) => {
      await page.viewport(width, 600)
      const titles = ['General', 'Groups', 'Log']
      const tabs = titles.map((title) => ({ id: title, title, content: title }))
      const shown = (selected: string) => <Tabs label="Lock" tabs={tabs} selected={selected} onSelect={() => {}} />
      const screen = await render(shown('General'))
      const tab = (name: string) => page.getByRole('tab', { name, exact: true })
      const stand = () => titles.map((title) => tab(title).element().getBoundingClientRect().left)
      const before = stand()
      for (const title of titles) {
        await screen.rerender(shown(title))
        await expect.element(tab(title)).toHaveAttribute('aria-selected', 'true')
        expect(stand()).toEqual(before)
      }
    },
  )

  it('Tabs on a narrow screen have the chosen one in sight from the first, and when another one comes before it', async () => {
    await page.viewport(390, 600)
    const all = ['Allgemein', 'Bedienen', 'Gruppen (1)', 'Gäste mit Zugang (7)', 'Zugangsprotokoll']
    const shown = (titles: string[]) => {
      const tabs = titles.map((title) => ({ id: title, title, content: title }))
      return <Tabs label="Schloss" tabs={tabs} selected="Zugangsprotokoll" onSelect={() => {}} />
    }
    const screen = await render(shown(all.filter((title) => title !== 'Bedienen')))
    const isInSight = () => {
      const [tab, row] = [page.getByRole('tab', { selected: true }), page.getByRole('tablist')].map((each) =>
        each.element().getBoundingClientRect(),
      )
      return tab!.left >= row!.left && tab!.right <= row!.right
    }
    await waitFor(() => expect(isInSight()).toBe(true))
    await screen.rerender(shown(all))
    await expect.element(page.getByRole('tab', { name: 'Bedienen' })).toBeInTheDocument()
    await waitFor(() => expect(isInSight()).toBe(true))
  })

  it('Tabs on a narrow screen stand in one row that stays, with the chosen one in sight and more told at the edges', async () => {
    await page.viewport(390, 600)
    const titles = ['Allgemein', 'Bedienen', 'Gruppen (1)', 'Gäste mit Zugang (7)', 'Zugangsprotokoll']
    const tabs = titles.map((title) => ({ id: title, title, content: <div style={{ height: 2000 }}>{title}</div> }))
    const shown = (selected: string) => (
      <div style={{ height: 500, overflow: 'auto' }}>
        <Tabs label="Schloss" tabs={tabs} selected={selected} onSelect={() => {}} />
      </div>
    )
    const screen = await render(shown('Allgemein'))
    const list = page.getByRole('tablist').element()
    const fades = () => getComputedStyle(list).maskImage
    const isInSight = (name: string) => {
      const [tab, row] = [page.getByRole('tab', { name }).element(), list].map((each) => each.getBoundingClientRect())
      return tab!.left >= row!.left && tab!.right <= row!.right
    }
    await waitFor(() => expect(fades()).toContain('to left'))
    expect(isInSight('Allgemein')).toBe(true)
    expect(isInSight('Zugangsprotokoll')).toBe(false)
    await screen.rerender(shown('Zugangsprotokoll'))
    await waitFor(() => expect(fades()).toContain('to right'))
    expect(isInSight('Zugangsprotokoll')).toBe(true)
    const top = list.getBoundingClientRect().top
    list.parentElement!.parentElement!.scrollTop = 900
    expect(list.getBoundingClientRect().top).toBe(top)
    await page.viewport(1200, 800)
    await waitFor(() => expect(fades()).toBe('none'))
  })
})
