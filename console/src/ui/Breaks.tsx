import { Fragment } from 'react'

/** After which signs an address may go on in the next line. */
const sign = /(?<=[@._+-])(?=\S)/

/** Words with an address among them, which where it is too long for a line breaks after its signs, and in no word. */
export function Breaks({ children }: { children: string }) {
  return (
    <span>
      {children.split(sign).map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
