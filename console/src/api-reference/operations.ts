import type { Content, OpenApi, OperationObject } from '../api/document'

/** An operation with where it is. */
export interface Operation extends OperationObject {
  method: string
  path: string
}

export interface Tag {
  name: string
  description: string
  operations: Operation[]
}

/** The operations by their tags, both in the document's order. */
export function tagsOf(document: OpenApi): Tag[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
  return document.tags.map((tag) => ({
    ...tag,
    operations: operations.filter((operation) => operation.tags.includes(tag.name)),
  }))
}

const calledBy = ({ method, path, operationId, summary, tags }: Operation) =>
  [method, path, operationId, operationId.replaceAll('_', ' '), summary, ...tags].join(' ').toLowerCase()

/** Of these operations those that hold every word of a search; whose names hold them come first in `best`. */
export function search(tags: Tag[], term: string): { tags: Tag[]; best: Operation | undefined } {
  const words = term.toLowerCase().split(/\s+/).filter(Boolean)
  const holds = (text: string) => words.every((word) => text.includes(word))
  const found = tags
    .map((tag) => ({
      ...tag,
      operations: tag.operations.filter((operation) =>
        holds(`${calledBy(operation)} ${operation.description ?? ''}`.toLowerCase()),
      ),
    }))
    .filter((tag) => tag.operations.length > 0)
  const all = found.flatMap((tag) => tag.operations)
  return { tags: found, best: all.find((operation) => holds(calledBy(operation))) ?? all[0] }
}

/** The scopes of which a token needs one, or null where it needs no token. */
export function scopesOf({ security }: OperationObject): string[] | null {
  const needs = security ?? [{}]
  if (needs.some((need) => Object.keys(need).length === 0)) return null
  return [...new Set(needs.flatMap((need) => Object.values(need).flat()))]
}

/** What all scopes are good for, by their names. */
export function scopes(document: OpenApi): [string, string][] {
  const flows = Object.values(document.components.securitySchemes).flatMap(({ flows }) => Object.values(flows ?? {}))
  return Object.entries(Object.assign({}, ...flows.map((flow) => flow.scopes ?? {})) as Record<string, string>)
}

/** The examples of a body, by their names; the only one of a body has none. */
export function examplesOf({ example, examples }: Content): [string, unknown][] {
  if (example !== undefined) return [['', example]]
  return Object.entries(examples ?? {}).map(([name, { value }]) => [name, value])
}

/** An example as it is sent or told. */
export function exampleLines(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** The operation as a command for a shell, at a server. */
export function curl(operation: Operation, server: string): string {
  const { method, path, requestBody } = operation
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query' && parameter.required)
  const address = server + path + (query.length > 0 ? `?${query.map(({ name }) => `${name}={${name}}`).join('&')}` : '')
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(address)}`]
  if (scopesOf(operation) !== null) lines.push('-H "Authorization: Bearer $TOKEN"')
  for (const [type, content] of Object.entries(requestBody?.content ?? {})) {
    lines.push(`-H 'Content-Type: ${type}'`)
    const [first] = examplesOf(content)
    if (first !== undefined) lines.push(`-d ${quoted(exampleLines(first[1]))}`)
  }
  return lines.join(' \\\n  ')
}
