import { createContext, useContext, useState, type ReactNode } from 'react'
import type { OpenApi, Schema } from '../api/document'
import { Badge } from '../ui/Badge'
import styles from './Fields.module.css'
import { Inline } from './Prose'
import { essence, exampleOf, rangeOf, typeOf } from './schemas'

/** The document's schemas by their names. */
export const Schemas = createContext<OpenApi['components']['schemas']>({})

/** What opens below a line. It is made when it is opened, so a schema may hold itself. */
export function Opening({ label, children }: { label: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.opening} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {isOpen && children}
    </details>
  )
}

interface FieldProps {
  name: string
  schema: Schema
  description?: string
  isRequired?: boolean
  example?: unknown
}

/** A parameter, a header or a field of a body: what it is called, what it is, what it means, and what it holds. */
function Field({ name, schema, description, isRequired = false, example }: FieldProps) {
  const inner = essence(schema, useContext(Schemas))
  const text = description ?? inner.description
  const shown = exampleOf(example === undefined ? inner : { example })
  return (
    <li>
      <p className={styles.head}>
        <code>{name}</code>
        <span>{typeOf(schema)}</span>
        {isRequired && <Badge>required</Badge>}
      </p>
      {text !== undefined && (
        <p>
          <Inline>{text}</Inline>
        </p>
      )}
      <Limits schema={inner} example={shown} />
      {inner.properties && (
        <Opening label={`Fields of ${name}`}>
          <Fields schema={inner} />
        </Opening>
      )}
    </li>
  )
}

/** What a value must be, names to choose from, and an example. */
function Limits({ schema, example }: { schema: Schema; example?: string }) {
  const one = (value: string | undefined) => (value === undefined ? [] : [value])
  const rows: [string, string[]][] = [
    ['Range', one(rangeOf(schema))],
    ['Pattern', one(schema.pattern)],
    ['One of', (schema.enum ?? []).map(String)],
    ['Default', schema.default == null ? [] : [JSON.stringify(schema.default)]],
    ['Example', one(example)],
  ]
  return rows
    .filter(([, values]) => values.length > 0)
    .map(([label, values]) => (
      <p key={label} className={styles.limits}>
        <span>{label}</span>
        {values.map((value) => (
          <code key={value}>{value}</code>
        ))}
      </p>
    ))
}

/** Fields below each other. */
export function FieldList({ fields }: { fields: FieldProps[] }) {
  return (
    <ul className={styles.fields}>
      {fields.map((field) => (
        <Field key={field.name} {...field} />
      ))}
    </ul>
  )
}

/** The fields of an object. */
function Fields({ schema }: { schema: Schema }) {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: schema.required?.includes(name),
  }))
  // What must be there comes first.
  return <FieldList fields={[...fields].sort((one, other) => Number(other.isRequired) - Number(one.isRequired))} />
}

/** A whole body. */
export function Body({ schema }: { schema: Schema }) {
  const inner = essence(schema, useContext(Schemas))
  if (inner.properties) return <Fields schema={inner} />
  return <Limits schema={inner} />
}
