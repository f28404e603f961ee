import { useEffect, useMemo, useRef } from 'react'
import type { OpenApi } from '../api/document'
import { Button } from '../ui/Button'
import { Schemas } from './Fields'
import { Method } from './Method'
import { Navigation } from './Navigation'
import { scopes, tagsOf, type Operation, type Tag } from './operations'
import { OperationView } from './OperationView'
import { Inline, Prose } from './Prose'
import styles from './Reference.module.css'
import { operationAddress, overviewAddress, routeOf, tagAddress, useHash } from './route'

/** The page: all operations on one side, on the other what the address names. On a small screen one of both is seen. */
export function Reference({ document: api, product }: { document: OpenApi; product: string }) {
  const tags = useMemo(() => tagsOf(api), [api])
  const hash = useHash()
  const route = routeOf(hash)
  const tag = route.kind === 'tag' ? tags.find(({ name }) => name === route.name) : undefined
  const operation =
    route.kind === 'operation'
      ? tags.flatMap(({ operations }) => operations).find(({ operationId }) => operationId === route.name)
      : undefined
  const isMissing = route.kind !== 'overview' && !tag && !operation
  const title = isMissing ? 'Not in this document' : titleOf(operation, tag, `${product} API`)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(hash)

  useEffect(() => {
    document.title = route.kind === 'overview' ? title : `${title} · ${product} API`
  }, [product, route.kind, title])

  useEffect(() => {
    if (shown.current === hash) return
    const before = shown.current
    shown.current = hash
    const link = document.querySelector<HTMLElement>(`nav a[href="${CSS.escape(before)}"]`)
    // Who comes back to the list on a small screen goes on where they left it.
    if (route.kind === 'overview' && link !== null && matchMedia('(max-width: 899px)').matches) return link.focus()
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [hash, route.kind])

  return (
    <Schemas value={api.components.schemas}>
      <Button variant="primary" className={styles.skip} onPress={() => heading.current?.focus()}>
        Skip to content
      </Button>
      <div className={styles.page} data-shows={route.kind}>
        <nav aria-label="Operations" className={styles.side}>
          <p className={styles.product}>
            <a href={overviewAddress}>{`${product} API`}</a> <small>{api.info.version}</small>
          </p>
          <Navigation tags={tags} route={route} />
        </nav>
        <main className={styles.main}>
          {route.kind !== 'overview' && (
            <p className={styles.trail}>
              <a href={overviewAddress}>All operations</a>
              {operation?.tags.map((name) => (
                <a key={name} href={tagAddress(name)}>
                  {name}
                </a>
              ))}
            </p>
          )}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {operation && <OperationView key={operation.operationId} operation={operation} />}
          {tag && <TagView tag={tag} />}
          {route.kind === 'overview' && <Overview document={api} tags={tags} />}
          {isMissing && <p>The document of this server names nothing like this. It may be of another version.</p>}
        </main>
      </div>
    </Schemas>
  )
}

function titleOf(operation: Operation | undefined, tag: Tag | undefined, otherwise: string): string {
  return operation?.summary.replace(/\.$/, '') ?? tag?.name ?? otherwise
}

function TagView({ tag }: { tag: Tag }) {
  return (
    <>
      <Prose>{tag.description}</Prose>
      <dl className={styles.list}>
        {tag.operations.map(({ operationId, summary, method, path }) => (
          <div key={operationId}>
            <dt>
              <a href={operationAddress(operationId)}>{summary}</a>
            </dt>
            <dd>
              <Method>{method}</Method> <code>{path}</code>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** What holds for all operations, and where to go from here. */
function Overview({ document, tags }: { document: OpenApi; tags: Tag[] }) {
  return (
    <>
      <Prose>{document.info.description}</Prose>
      <p>
        This page shows <a href="/openapi.json">/openapi.json</a>, OpenAPI {document.openapi}, of which generators make
        clients.
      </p>
      <h2>By subject</h2>
      <dl className={styles.list}>
        {tags.map(({ name, description }) => (
          <div key={name}>
            <dt>
              <a href={tagAddress(name)}>{name}</a>
            </dt>
            <dd>
              <Inline>{description}</Inline>
            </dd>
          </div>
        ))}
      </dl>
      <h2>Scopes of tokens</h2>
      <dl className={styles.list}>
        {scopes(document).map(([name, meaning]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <Inline>{meaning}</Inline>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
