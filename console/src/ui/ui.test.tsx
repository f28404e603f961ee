import { Time } from '@internationalized/date'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '../testing/axe'
import { expectInOrder, hostile } from '../testing/reading-order'
import { AccessChip } from './AccessChip'
import { Avatar } from './Avatar'
import { Badge } from './Badge'
import { Button, ButtonLink } from './Button'
import { Checkbox } from './Checkbox'
import { DateTimePicker } from './DateTimePicker'
import { EmptyState } from './EmptyState'
import { initials } from './initials'
import { Note } from './Note'
import { ProgressBar } from './ProgressBar'
import { SearchField } from './SearchField'
import { Segmented } from './Segmented'
import { Name } from './Name'
import { Select } from './Select'
import { StateDot } from './StateDot'
import { Switch } from './Switch'
import { TextField } from './TextField'
import { TimeField } from './TimeField'
import { ToggleGroup } from './ToggleGroup'

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
