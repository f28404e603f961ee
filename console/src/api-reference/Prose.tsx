import { Fragment } from 'react'

/** A description of the document: paragraphs, with `code` in backticks. */
export function Prose({ children }: { children: string }) {
  return children.split(/\n{2,}/).map((paragraph, index) => (
    <p key={index}>
      <Inline>{paragraph}</Inline>
    </p>
  ))
}

/** A line of a description. */
export function Inline({ children }: { children: string }) {
  return children
    .split('`')
    .map((piece, index) =>
      index % 2 === 1 ? <code key={index}>{piece}</code> : <Fragment key={index}>{piece}</Fragment>,
    )
}
