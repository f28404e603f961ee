import type { ReactNode } from 'react'
import { Badge } from '../../../ui/Badge'
import { Button } from '../../../ui/Button'
import { Facts } from '../../../ui/Facts'
import { Icon, type IconName } from '../../../ui/Icon'
import { Name } from '../../../ui/Name'
import { openConfirmDialog } from '../../confirm-dialog/open'
import { announce, type Announcement } from '../../frame/announcement'
import { Loaded } from '../../tabs/Loaded'
import tabs from '../../tabs/tabs.module.css'
import styles from './lists.module.css'

/** How a line of the list ends. */
export interface Ending {
  /** The button's words, and those of what confirms. */
  label: string
  /** What the button is called among those of other lines. */
  labelNamed: string
  pendingLabel: string
  question: string
  /** What ending it means. */
  meaning: string
  run: () => Promise<void>
  /** What is said once it has ended. */
  announced: Announcement
}

/** One line: what it is of, what is known of that, and how it ends, or what is said in place of the button. */
export interface EndingEntry {
  id: string
  name: string
  facts: readonly string[]
  end: Ending | { never: string }
}

/** What one has, each of which ends by itself, after a question. */
export function EndingList<T>({
  query,
  icon,
  texts: { title, loading, failed },
  none,
  entryOf,
}: {
  query: Parameters<typeof Loaded<readonly T[]>>[0]['query']
  icon: IconName
  texts: { title: string; loading: string; failed: string }
  /** Shown where there is nothing. */
  none: ReactNode
  entryOf: (one: T) => EndingEntry
}) {
  return (
    <Loaded query={query} loading={loading} failed={failed}>
      {(all) =>
        all.length === 0 ? (
          none
        ) : (
          <ul className={tabs.list} aria-label={title}>
            {all.map(entryOf).map((entry) => (
              <li key={entry.id}>
                <Item icon={icon} entry={entry} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function Item({ icon, entry: { name, facts, end } }: { icon: IconName; entry: EndingEntry }) {
  return (
    <div className={styles.entry}>
      <Icon name={icon} size={18} />
      <span className={tabs.who}>
        <b>
          <Name>{name}</Name>
        </b>
        <small>
          <Facts facts={facts} />
        </small>
      </span>
      {'never' in end ? (
        <Badge tone="brand">{end.never}</Badge>
      ) : (
        <Button aria-label={end.labelNamed} onPress={() => ask(end)}>
          {end.label}
        </Button>
      )}
    </div>
  )
}

function ask({ question, meaning, label, pendingLabel, run, announced }: Ending) {
  openConfirmDialog({
    title: question,
    text: meaning,
    confirmLabel: label,
    pendingLabel,
    destructive: true,
    onConfirm: async () => {
      await run()
      announce(announced)
    },
  })
}
