import type { OpenApi, Schema } from '../api/document'

type Schemas = OpenApi['components']['schemas']

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

/** What a schema is, in a few words: its name, `array of Lock`, `string or null`. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  if (schema.oneOf) return schema.oneOf.map(typeOf).join(' or ')
  const types = [schema.type ?? 'any'].flat()
  const named = types.map((type) => {
    if (type === 'array' && schema.items) return `array of ${typeOf(schema.items)}`
    return type !== 'null' && schema.format !== undefined ? `${type} (${schema.format})` : type
  })
  return named.join(' or ')
}

/** A schema without references: what is said in the place of a reference holds, and all parts of `allOf` are one. */
function resolved(schema: Schema, schemas: Schemas): Schema {
  const { $ref, allOf, ...own } = schema
  const parts = [...($ref === undefined ? [] : [schemas[nameOf($ref)] ?? {}]), ...(allOf ?? [])]
  if (parts.length === 0) return own
  const all = [...parts.map((part) => resolved(part, schemas)), own]
  const merged = Object.assign({}, ...all) as Schema
  if (all.some((part) => part.properties)) {
    merged.properties = Object.assign({}, ...all.map((part) => part.properties)) as Record<string, Schema>
    merged.required = all.flatMap((part) => part.required ?? [])
  }
  return merged
}

/** What is worth telling of a schema: the entry of a list, and the other one of what may be null. */
export function essence(schema: Schema, schemas: Schemas): Schema {
  const { oneOf, ...whole } = resolved(schema, schemas)
  const other = oneOf?.find(({ type }) => type !== 'null')
  const inner =
    other ?? whole.items ?? (typeof whole.additionalProperties === 'object' ? whole.additionalProperties : null)
  if (inner === null || inner === undefined) return whole
  const { description = whole.description, ...rest } = essence(inner, schemas)
  return { ...rest, description: other ? description : (whole.description ?? description) }
}

/** How large a number or a list may be, in a few words. */
export function rangeOf({ minimum, maximum, maxItems }: Schema): string | undefined {
  if (maxItems !== undefined) return `at most ${maxItems} entries`
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`
  if (minimum !== undefined) return `at least ${minimum}`
  return maximum === undefined ? undefined : `at most ${maximum}`
}

/** An example of a value, as it would stand in the text. */
export function exampleOf({ example, examples }: Schema): string | undefined {
  const first = example ?? examples?.[0]
  return first === undefined || typeof first === 'string' ? first : JSON.stringify(first)
}
