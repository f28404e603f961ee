import { useId, type ReactNode } from 'react'
import { ListBox, ListBoxItem, ListLayout, Virtualizer } from 'react-aria-components'
import { Badge } from './Badge'
import { Button } from './Button'
import { Icon, type IconName } from './Icon'
import { Name } from './Name'
import styles from './TransferLists.module.css'
import { useMedia } from './use-media'

/** What stands in a line. */
export interface TransferEntry {
  readonly id: string
  readonly name: string
  /** What tells it from others of that name. */
  readonly detail?: string
}

/** One of the two lists. */
export interface TransferSide {
  title: string
  /** How many it holds, beside the title. */
  count: string
  entries: readonly TransferEntry[]
  /** Said where there are none. */
  emptyText: string
  /** The button that moves all that are shown. */
  allLabel: string
  /** Moves these to the other list. */
  onMove: (ids: readonly string[]) => void
}

/**
 * What is to be had and what was taken, side by side, on small screens one below the other. A line is moved by a press or Enter; the
 * focus stays in its list. `hint` says so. What is under way is the caller's to announce. Only the lines in sight are in the document, so
 * there may be thousands.
 */
export function TransferLists({ hint, from, to }: { hint: ReactNode; from: TransferSide; to: TransferSide }) {
  const hintId = useId()
  return (
    <>
      <p id={hintId} className={styles.hint}>
        {hint}
      </p>
      <div className={styles.lists}>
        <Side {...from} icon="plus" arrow="right" hintId={hintId} />
        <Side {...to} icon="minus" arrow="left" hintId={hintId} />
      </div>
    </>
  )
}

function Side({
  title,
  count,
  entries,
  emptyText,
  allLabel,
  onMove,
  icon,
  arrow,
  hintId,
}: TransferSide & { icon: IconName; arrow: IconName; hintId: string }) {
  const titleId = useId()
  const isCoarse = useMedia('(pointer: coarse)')
  return (
    <section aria-labelledby={titleId} className={styles.side}>
      <h3 className={styles.title}>
        <span id={titleId}>{title}</span> <Badge>{count}</Badge>
      </h3>
      <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowHeight: isCoarse ? 44 : 32, padding: 4 }}>
        <ListBox
          aria-labelledby={titleId}
          aria-describedby={hintId}
          items={entries}
          onAction={(id) => onMove([String(id)])}
          renderEmptyState={() => <p className={styles.empty}>{emptyText}</p>}
          className={styles.list}
        >
          {({ id, name, detail }) => (
            <ListBoxItem id={id} textValue={name} className={styles.entry}>
              <span className={styles.name}>
                <Name>{name}</Name>
              </span>
              {detail !== undefined && <small className={styles.detail}>{detail}</small>}
              <Icon name={icon} size={16} />
            </ListBoxItem>
          )}
        </ListBox>
      </Virtualizer>
      <Button
        icon={arrow}
        className={styles.all}
        isDisabled={entries.length === 0}
        onPress={() => onMove(entries.map(({ id }) => id))}
      >
        {allLabel}
      </Button>
    </section>
  )
}
