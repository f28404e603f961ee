import { parseZonedDateTime, Time, type ZonedDateTime } from '@internationalized/date'
import { useState, type ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '../testing/axe'
import { expectInOrder, hostile } from '../testing/reading-order'
import { AccessChip } from './AccessChip'
import { Avatar } from './Avatar'
import { Badge } from './Badge'
import { Dialog } from './Dialog'
import { Button, ButtonLink } from './Button'
import { Checkbox } from './Checkbox'
import { DateTimePicker } from './DateTimePicker'
import { EmptyState } from './EmptyState'
import { initials } from './initials'
import { Menu } from './Menu'
import { Note } from './Note'
import { ProgressBar } from './ProgressBar'
import { RadioGroup } from './RadioGroup'
import { SearchField } from './SearchField'
import { Segmented } from './Segmented'
import { Name } from './Name'
import { Select } from './Select'
import { StateDot } from './StateDot'
import { Switch } from './Switch'
import { Tabs } from './Tabs'
import { TextField } from './TextField'
import { TimeField } from './TimeField'
import { ToggleGroup } from './ToggleGroup'
import { Tooltip } from './Tooltip'

/** Holds a value for a component that is given one, and tells of each change. */
function Holding<T>({
  initial,
  onChange,
  children,
}: {
  initial: T
  onChange: (value: T) => void
  children: (value: T, change: (value: T) => void) => ReactNode
}) {
  const [value, setValue] = useState(initial)
  return children(value, (next) => {
    setValue(next)
    onChange(next)
  })
}

const { keyboard } = userEvent

describe('Button', () => {
  it('is pressed by Enter and Space', async () => {
    const onPress = vi.fn()
    await render(<Button onPress={onPress}>Save</Button>)
    await keyboard('{Tab}{Enter} ')
    expect(onPress).toHaveBeenCalledTimes(2)
  })

  it('does nothing while it is pending, keeps the focus and says what it waits for', async () => {
    const onPress = vi.fn()
    const button = (isPending: boolean) => (
      <form onSubmit={(event) => event.preventDefault()}>
        <Button onPress={onPress} type="submit" isPending={isPending} pendingLabel="Saving">
          Save
        </Button>
      </form>
    )
    const { rerender } = await render(button(false))
    await keyboard('{Tab}')
    await rerender(button(true))
    await expect.element(page.getByRole('button', { name: 'Saving' })).toHaveFocus()
    await expect.element(page.getByRole('button', { name: 'Saving' })).toHaveAttribute('aria-disabled', 'true')
    await expect.element(page.getByRole('status')).toHaveTextContent('Saving')
    await keyboard('{Enter}')
    expect(onPress).not.toHaveBeenCalled()
  })

  it('keeps the focus when it becomes disabled under it, does nothing, and lets the focus go', async () => {
    const onPress = vi.fn()
    const shown = (isDisabled: boolean) => (
      <>
        <Button isDisabled={isDisabled} onPress={onPress}>
          Next page
        </Button>
        <Button>Other</Button>
      </>
    )
    const screen = await render(shown(false))
    const next = page.getByRole('button', { name: 'Next page' })
    await userEvent.tab()
    await screen.rerender(shown(true))
    await expect.element(next).toHaveFocus()
    await expect.element(next).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Enter}')
    expect(onPress).not.toHaveBeenCalled()
    await userEvent.tab()
    await expect.element(page.getByRole('button', { name: 'Other' })).toHaveFocus()
    await expect.element(next).toBeDisabled()
  })
})

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

  it.each([
    [768, 3],
    [390, 2],
  ])('Tabs at %s pixels stand in %s columns, each underline on a rule that goes to the edge', async (width, count) => {
    await page.viewport(width, 800)
    const tabs = ['Allgemein', 'Schloss bedienen', 'Gruppen (1)', 'Benutzer mit Zugang (7)', 'Zugangsprotokoll'].map(
      (title) => ({ id: title, title, content: title }),
    )
    await render(<Tabs label="Schloss" tabs={tabs} selected="Zugangsprotokoll" onSelect={() => {}} />)
    const list = page.getByRole('tablist').element()
    const last = page.getByRole('tab', { name: 'Zugangsprotokoll' }).element()
    const columns = new Set([...list.children].map((tab) => tab.getBoundingClientRect().x))
    expect(columns.size).toBe(count)
    expect(last.getBoundingClientRect().bottom).toBe(list.getBoundingClientRect().bottom)
    expect(getComputedStyle(list).borderBottomWidth).toBe(getComputedStyle(last).borderBottomWidth)
    await page.viewport(1200, 800)
  })
})

describe('days and times', () => {
  const copenhagen = parseZonedDateTime('2026-03-28T10:00[Europe/Copenhagen]')

  it('DateTimePicker is typed into; the wall clock of its zone holds across a change of the clock', async () => {
    const onChange = vi.fn<(value: ZonedDateTime | null) => void>()
    await render(
      <I18nProvider locale="en-GB">
        <Holding<ZonedDateTime | null> initial={copenhagen} onChange={onChange}>
          {(value, change) => <DateTimePicker label="From" value={value} onChange={change} />}
        </Holding>
      </I18nProvider>,
    )
    await expect.element(page.getByRole('group', { name: 'From' })).toHaveTextContent(/28\/03\/2026, \W?10:00/)
    await keyboard('{Tab}29')
    const next = onChange.mock.lastCall?.[0]
    expect(next?.toString()).toBe('2026-03-29T10:00:00+02:00[Europe/Copenhagen]')
  })

  it('DateTimePicker opens a calendar on the day and takes another from it, days before the first one left out', async () => {
    const onChange = vi.fn<(value: ZonedDateTime | null) => void>()
    await render(
      <I18nProvider locale="da-DK">
        <Holding<ZonedDateTime | null> initial={copenhagen} onChange={onChange}>
          {(value, change) => (
            <DateTimePicker label="Fra" value={value} onChange={change} minValue={copenhagen.set({ day: 27 })} />
          )}
        </Holding>
      </I18nProvider>,
    )
    await page.getByRole('button').click()
    await expect.element(page.getByRole('grid', { name: 'marts 2026' })).toBeVisible()
    await expectAccessible()
    await expect
      .element(page.getByRole('button', { name: 'torsdag den 26. marts 2026' }))
      .toHaveAttribute('aria-disabled', 'true')
    await keyboard('{ArrowRight}{Enter}')
    expect(onChange.mock.lastCall?.[0]?.toString()).toBe('2026-03-29T10:00:00+02:00[Europe/Copenhagen]')
  })

  it('DateTimePicker stands its days in the middle, also under a field as wide as a phone', async () => {
    await page.viewport(390, 800)
    onTestFinished(() => page.viewport(1200, 800))
    await render(<DateTimePicker label="From" value={copenhagen} onChange={() => {}} />)
    await page.getByRole('button').click()
    const days = page.getByRole('grid').getByRole('button')
    await expect.element(days.first()).toBeVisible()
    await expect.poll(() => document.getAnimations().length).toBe(0)
    const frame = page.getByRole('dialog').element().getBoundingClientRect()
    const boxes = days.elements().map((day) => day.getBoundingClientRect())
    const left = Math.min(...boxes.map((box) => box.left)) - frame.left
    const right = frame.right - Math.max(...boxes.map((box) => box.right))
    expect(Math.abs(left - right)).toBeLessThan(2)
  })

  it('TimeField counts up and down by arrows', async () => {
    const onChange = vi.fn()
    await render(
      <I18nProvider locale="de">
        <Holding<Time | null> initial={new Time(9, 59)} onChange={onChange}>
          {(value, change) => <TimeField label="Von" value={value} onChange={change} />}
        </Holding>
      </I18nProvider>,
    )
    await keyboard('{Tab}{ArrowUp}{Tab}{ArrowUp}')
    expect(String(onChange.mock.lastCall?.[0])).toBe('10:00:00')
  })
})

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

describe('Note', () => {
  it('is told at once when something failed, and dismissed by its button', async () => {
    const onDismiss = vi.fn()
    await render(
      <Note tone="danger" announce title="Not saved" onDismiss={onDismiss} dismissLabel="Dismiss">
        The server does not answer.
      </Note>,
    )
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not savedThe server does not answer.')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    expect(onDismiss).toHaveBeenCalledOnce()
  })
})

describe('Dialog', () => {
  it('takes the focus when what had it goes away, so that Escape still closes it', async () => {
    const onClose = vi.fn()
    const shown = (hasButton: boolean) => (
      <Dialog title="Street door" onClose={onClose}>
        {hasButton && <Button autoFocus>Give yourself access</Button>}
      </Dialog>
    )
    const { rerender } = await render(shown(true))
    await expect.element(page.getByRole('button', { name: 'Give yourself access' })).toHaveFocus()
    await rerender(shown(false))
    await expect.element(page.getByRole('dialog')).toHaveFocus()
    await keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })
})

it.each(['Anna', 'דוד', '\u202Eeve', '\u2067eve', '\u2029\u202Eeve', hostile])(
  'Name leaves the words around it in their order: %j',
  async (name) => {
    const { container } = await render(
      <p>
        before <Name>{name}</Name> and after (12)
      </p>,
    )
    const before = expectInOrder(container, 'before')
    const after = expectInOrder(container, ' and after (12)')
    expect(before.right).toBeLessThan(after.left)
  },
)

describe('Tooltip', () => {
  // First, because a tooltip that was shown a moment ago makes the next one come at once.
  it('comes after 750 to 1250 ms under the pointer', async () => {
    await render(
      <>
        <p>elsewhere</p>
        <Tooltip text="Reloads everything">
          <Button>Reload</Button>
        </Tooltip>
      </>,
    )
    await page.getByText('elsewhere').hover()
    const from = performance.now()
    await page.getByRole('button').hover()
    await expect.element(page.getByRole('tooltip')).toBeVisible()
    expect(performance.now() - from).toBeGreaterThanOrEqual(750)
  })

  it('comes at once with the keyboard and describes its button', async () => {
    await render(
      <Tooltip text="Reloads everything">
        <Button>Reload</Button>
      </Tooltip>,
    )
    await keyboard('{Tab}')
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('Reloads everything')
    await expect.element(page.getByRole('button')).toHaveAccessibleDescription('Reloads everything')
    await keyboard('{Escape}')
    await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument()
  })
})

it('ProgressBar tells its percentage, and none while it has none', async () => {
  await render(
    <>
      <ProgressBar label="Fetching" value={62} />
      <ProgressBar label="Waiting" />
    </>,
  )
  await expect.element(page.getByRole('progressbar', { name: 'Fetching' })).toHaveAttribute('aria-valuenow', '62')
  await expect.element(page.getByRole('progressbar', { name: 'Waiting' })).not.toHaveAttribute('aria-valuenow')
})

it.each([
  ['Anna Lindqvist', 'AL'],
  ['jan de vries', 'JD'],
  ['(Øst) 4', 'Ø4'],
  ['anna@nordic.se', 'A'],
  ['  ', '?'],
])('the first letters of "%s" are %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

it.each(['light', 'dark'])('everything passes axe in the %s theme', async (theme) => {
  document.documentElement.dataset.theme = theme
  onTestFinished(() => document.documentElement.removeAttribute('data-theme'))
  const kinds = ['permanent', 'temporary', 'recurring'] as const
  await render(
    <main>
      <EmptyState icon="door" title="No locks found" level={1} actions={<Button variant="primary">Get the app</Button>}>
        You manage no locks.
      </EmptyState>
      {(['primary', 'ghost', 'quiet', 'danger', 'danger-solid'] as const).map((variant) => (
        <Button key={variant} variant={variant} icon="bin">
          {variant}
        </Button>
      ))}
      <ButtonLink href="https://support.example">Support</ButtonLink>
      <TextField label="Name" error="Please fill in this field." placeholder="Your name" />
      <SearchField label="Locks" />
      <Select label="Order" options={[{ id: 'a', label: 'A' }]} value={null} onChange={() => {}} placeholder="None" />
      <DateTimePicker label="From" value={null} onChange={() => {}} />
      <TimeField label="Daily from" value={new Time(9)} onChange={() => {}} />
      <Checkbox defaultSelected>Lock groups</Checkbox>
      <Switch defaultSelected description="From anywhere">
        Remote
      </Switch>
      <ToggleGroup label="Days" choices={[{ value: '0', label: 'Mon' }]} value={['0']} onChange={() => {}} />
      <Segmented
        label="Type"
        segments={[{ value: 'a', label: 'A', tone: 'recurring' }]}
        value="a"
        onChange={() => {}}
      />
      {(['info', 'warning', 'danger', 'success'] as const).map((tone) => (
        <Note key={tone} tone={tone} title={tone} onDismiss={() => {}} dismissLabel="Dismiss">
          words
        </Note>
      ))}
      {kinds.map((kind) => (
        <p key={kind}>
          <AccessChip kind={kind} title="Always" detail="administrator" />
          <AccessChip kind={kind} title="Always" detail="via Cleaners" indirect />
          <AccessChip kind={kind} title="Ended 3 Nov" detail="10:00" expired />
        </p>
      ))}
      <p>
        <StateDot state="locked" /> Locked <Badge>3</Badge> <Badge tone="brand">new</Badge>{' '}
        <Badge tone="danger">2</Badge>
        <Avatar name="Anna Lindqvist" /> <Avatar name="Cleaners" group />
      </p>
      <ProgressBar label="Fetching" value={62} />
    </main>,
  )
  await expectAccessible()
})
