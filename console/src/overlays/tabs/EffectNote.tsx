import { Note } from '../../ui/Note'

interface EffectNoteProps {
  texts: readonly string[]
  /** Said where there are no texts. */
  none: string
  /** Whether somebody would stand before a door that opened to them before. */
  takes: boolean
}

/** What memberships that were moved do to access. */
export function EffectNote({ texts, none, takes }: EffectNoteProps) {
  return (
    <Note tone={takes ? 'warning' : 'info'} announce>
      {(texts.length > 0 ? texts : [none]).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Note>
  )
}
