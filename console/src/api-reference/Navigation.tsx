import { useEffect, useState } from 'react'
import { SearchField } from '../ui/SearchField'
import { Method } from './Method'
import styles from './Navigation.module.css'
import { search, type Tag } from './operations'
import { operationAddress, type Route } from './route'

/** All operations by tag, and a search among them. Enter opens what fits best. */
export function Navigation({ tags, route }: { tags: Tag[]; route: Route }) {
  const [term, setTerm] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const isSearch = term.trim() !== ''
  const found = search(tags, term)
  const count = (of: Tag[]) => of.reduce((sum, { operations }) => sum + operations.length, 0)

  const current = tags.find(
    ({ name, operations }) =>
      (route.kind === 'tag' && name === route.name) ||
      (route.kind === 'operation' && operations.some(({ operationId }) => operationId === route.name)),
  )?.name
  const [last, setLast] = useState<string>()
  if (last !== current) {
    setLast(current)
    if (current !== undefined) setOpened(new Set([...opened, current]))
  }
  useEffect(() => {
    document.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [route.name])

  function toggle(name: string, isOpen: boolean) {
    // What a search opens closes with it.
    if (isSearch || opened.has(name) === isOpen) return
    setOpened(new Set(isOpen ? [...opened, name] : [...opened].filter((other) => other !== name)))
  }

  return (
    <>
      <SearchField
        label="Search operations"
        value={term}
        onChange={setTerm}
        onSubmit={() => found.best && location.assign(operationAddress(found.best.operationId))}
      />
      <p role="status" className={styles.count}>
        {isSearch ? `${count(found.tags)} of ${count(tags)} operations` : `${count(tags)} operations`}
      </p>
      {found.tags.map(({ name, operations }) => (
        <details
          key={name}
          className={styles.group}
          open={isSearch || opened.has(name)}
          onToggle={(event) => toggle(name, event.currentTarget.open)}
        >
          <summary>
            <span>{name}</span> <small>{operations.length}</small>
          </summary>
          <ul>
            {operations.map(({ operationId, method, path, summary }) => (
              <li key={operationId}>
                <a
                  href={operationAddress(operationId)}
                  aria-current={route.kind === 'operation' && route.name === operationId ? 'page' : undefined}
                >
                  <span>{summary}</span>
                  <span className={styles.address}>
                    <Method>{method}</Method> <code>{path}</code>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </>
  )
}
