import type { Answer, Content, Parameter } from '../api/document'
import { classes } from '../ui/classes'
import { Body, FieldList, Opening } from './Fields'
import { Method } from './Method'
import { curl, exampleLines, examplesOf, scopesOf, type Operation } from './operations'
import styles from './OperationView.module.css'
import { Inline, Prose } from './Prose'
import { Sample } from './Sample'
import { typeOf } from './schemas'

const places: [Parameter['in'], string][] = [
  ['path', 'In the path'],
  ['query', 'In the query'],
  ['header', 'As headers'],
]

/** All of one operation below its heading. */
export function OperationView({ operation }: { operation: Operation }) {
  const { method, path, operationId, description, parameters = [], requestBody, responses } = operation
  const answers = Object.entries(responses)
  const isRefusal = ([status]: [string, Answer]) => Number(status) >= 400
  return (
    <>
      <p className={styles.address}>
        <Method>{method}</Method> <code>{path}</code>
      </p>
      <dl className={styles.needs}>
        <dt>Operation</dt>
        <dd>
          <code>{operationId}</code>
        </dd>
        <dt>Token</dt>
        <dd>
          <Needs scopes={scopesOf(operation)} />
        </dd>
      </dl>
      {description !== undefined && <Prose>{description}</Prose>}
      <Sample label="Request by curl" text={curl(operation, location.origin)} />
      {parameters.length > 0 && <h2>Parameters</h2>}
      {places.map(([place, title]) => (
        <Parameters key={place} title={title} parameters={parameters.filter((parameter) => parameter.in === place)} />
      ))}
      {requestBody && (
        <>
          <h2>Body</h2>
          {requestBody.description !== undefined && <Prose>{requestBody.description}</Prose>}
          <Contents contents={requestBody.content} what="body" />
        </>
      )}
      <h2>Answers</h2>
      {answers
        .filter((answer) => !isRefusal(answer))
        .map(([status, answer]) => (
          <section key={status} className={styles.answer}>
            <Status status={status} answer={answer} />
            <Headers answer={answer} />
            <Contents contents={answer.content ?? {}} what="answer" />
          </section>
        ))}
      {answers.some(isRefusal) && <h2>Refusals</h2>}
      {answers.filter(isRefusal).map(([status, answer]) => (
        <section key={status} className={classes(styles.answer, styles.refusal)}>
          <Status status={status} answer={answer} />
          <Opening label={`What ${status} looks like`}>
            <Headers answer={answer} />
            <Contents contents={answer.content ?? {}} what="refusal" />
          </Opening>
        </section>
      ))}
    </>
  )
}

/** Which token it takes. */
function Needs({ scopes }: { scopes: string[] | null }) {
  if (scopes === null) return 'none'
  if (scopes.length === 0) return 'any'
  return (
    <>
      with scope <code>{scopes.join(' ')}</code>
    </>
  )
}

function Parameters({ title, parameters }: { title: string; parameters: Parameter[] }) {
  if (parameters.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <FieldList fields={parameters.map(({ required, ...parameter }) => ({ ...parameter, isRequired: required }))} />
    </>
  )
}

function Status({ status, answer }: { status: string; answer: Answer }) {
  return (
    <>
      <h3>{status}</h3>
      <p>
        <Inline>{answer.description}</Inline>
      </p>
    </>
  )
}

function Headers({ answer: { headers } }: { answer: Answer }) {
  if (!headers) return null
  return (
    <>
      <h4>Headers</h4>
      <FieldList fields={Object.entries(headers).map(([name, header]) => ({ name, ...header }))} />
    </>
  )
}

/** Bodies by their types, with their fields and examples. All refusals have the same fields, so their examples come first. */
function Contents({ contents, what }: { contents: Record<string, Content>; what: 'body' | 'answer' | 'refusal' }) {
  return Object.entries(contents).map(([type, content]) => {
    const { schema } = content
    const samples = examplesOf(content).map(([name, value]) => (
      <Sample key={name} label={name === '' ? `Example of the ${what}` : name} text={exampleLines(value)} />
    ))
    return (
      <div key={type}>
        <p className={styles.type}>
          <code>{type}</code> {schema && <span>{typeOf(schema)}</span>}
        </p>
        {what === 'refusal' && samples}
        {schema && what === 'refusal' && (
          <Opening label={`Fields of ${typeOf(schema)}`}>
            <Body schema={schema} />
          </Opening>
        )}
        {schema && what !== 'refusal' && <Body schema={schema} />}
        {what !== 'refusal' && samples}
      </div>
    )
  })
}
