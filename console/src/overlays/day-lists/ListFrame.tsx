import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shortened } from '../../i18n/isolate'
import { Frame } from '../frame/Frame'
import styles from '../frame/Frame.module.css'
import type { ListEditor } from './use-list-editor'

type FrameOf = ComponentProps<typeof Frame>

/** The frame of a list of days, in which it is made or changed. */
export function ListFrame({
  editor,
  name,
  children,
  ...own
}: {
  editor: ListEditor
  /** What the list is called where something failed. */
  name: string
  children: ReactNode
} & Pick<FrameOf, 'title' | 'subtitle' | 'conflict' | 'remove' | 'notices' | 'close'> &
  Required<Pick<FrameOf, 'save'>>) {
  const { t } = useTranslation()
  const { edited, restored, followed, pending, failed } = editor
  return (
    <Frame
      {...{ edited, restored, followed, pending }}
      {...own}
      steady
      failure={
        failed && editor.showsFailed
          ? { text: t(failed.step.failure, { name: shortened(name) }), of: failed.of, reason: failed.reason }
          : null
      }
    >
      <div ref={editor.form} className={styles.form}>
        {children}
      </div>
    </Frame>
  )
}
