import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createGroup } from '../../api/queries/group'
import { useDomain } from '../../api/queries/use-domain'
import { shortened } from '../../i18n/isolate'
import type { Group } from '../../model/domain'
import { NAME_MAX } from '../../model/names'
import type { Step } from '../../model/plan'
import { useSession } from '../../session/session'
import { Note } from '../../ui/Note'
import { RadioGroup } from '../../ui/RadioGroup'
import { TextField } from '../../ui/TextField'
import { ErrorDialog } from '../ErrorDialog'
import { Frame } from '../frame/Frame'
import styles from '../frame/Frame.module.css'
import { useAttempts } from '../frame/use-attempts'
import { useEditor } from '../frame/use-editor'
import { useFieldErrors } from '../frame/use-field-errors'
import type { OverlayProps } from '../registry'
import { useNameHint } from '../use-name-hint'
import { useNow } from '../use-now'
import { openGroup } from './open-group'

interface Draft {
  name: string
  type: Group['type'] | null
}

const empty: Draft = { name: '', type: null }

/** Makes a group, then shows it. */
export default function CreateGroup(props: OverlayProps) {
  const { t } = useTranslation()
  const { identity } = useSession()
  if (identity !== null && identity.role !== 'administrator') {
    return <ErrorDialog message={t('errors.forbidden')} close={props.close} />
  }
  return <NewGroup {...props} />
}

function NewGroup(own: OverlayProps) {
  const { t } = useTranslation()
  const now = useNow()
  const { domain, live } = useDomain()
  const editor = useEditor<Draft, Draft, Step<Draft, 'createGroup.failed'>>({
    name: 'create-group',
    live: empty,
    now,
    same: () => true,
    draftOf: (standing) => standing,
    isChanged: (draft, from) => draft.name.trim() !== from.name || draft.type !== from.type,
    merge: (_opened, draft) => draft,
  })
  const { draft, edit, failed } = editor
  const [made, setMade] = useState<Pick<Group, 'id' | 'type'> | null>(null)
  const name = draft.name.trim()
  const isTooLong = Array.from(name).length > NAME_MAX
  const { attempts, refuse, form } = useAttempts()
  const hint = useNameHint(name, null)
  // What is still empty is no mistake before somebody wants to save.
  const missing = {
    ...(name === '' && { name: t('errors.field.required') }),
    ...(draft.type === null && { type: t('createGroup.typeMissing') }),
  }
  const error = useFieldErrors({
    draft,
    problems: {
      ...(attempts > 0 && missing),
      ...(isTooLong && { name: t('errors.field.longerThan', { count: NAME_MAX }) }),
    },
    reason: failed?.reason ?? null,
  })

  const hasArrived = made !== null && domain.groups.has(made.id)
  const show = useEffectEvent(() => {
    own.close()
    if (made !== null) openGroup(made)
  })
  useEffect(() => {
    if (hasArrived) show()
  }, [hasArrived])

  async function save() {
    const { type } = draft
    if (type === null || name === '' || isTooLong) return refuse()
    await editor.run('save', () => [
      {
        failure: 'createGroup.failed',
        run: async () => {
          const id = await createGroup({ name, type })
          setMade({ id, type })
          return { name, type }
        },
      },
    ])
  }

  const isWaiting = made !== null
  // From then on it may be the new group itself that is called that.
  const isSent = isWaiting || editor.pending !== null
  return (
    <Frame
      title={t('createGroup.title')}
      edited={editor.edited && !isWaiting}
      restored={editor.restored}
      // It comes by the feed, which may be away.
      pending={isWaiting && live ? 'save' : editor.pending}
      save={{
        label: t('createGroup.create'),
        pendingLabel: t('createGroup.creating'),
        isReady: !isWaiting,
        run: () => void save(),
      }}
      failure={
        failed && editor.showsFailed
          ? { text: t(failed.step.failure, { name: shortened(name) }), of: failed.of, reason: failed.reason }
          : null
      }
      notices={[
        isWaiting && !live && (
          <Note key="waiting" announce>
            {t('createGroup.waiting')}
          </Note>
        ),
      ]}
      close={() => {
        editor.forget()
        own.close()
      }}
    >
      <div ref={form} className={styles.form}>
        <TextField
          label={t('createGroup.name')}
          autoFocus
          value={draft.name}
          isDisabled={isWaiting}
          description={isSent ? '' : hint}
          error={error('name')}
          onChange={(name) => edit((current) => ({ ...current, name }))}
        />
        <RadioGroup<Group['type']>
          label={t('createGroup.type')}
          value={draft.type}
          isDisabled={isWaiting}
          error={error('type')}
          choices={[
            { value: 'users', label: t('createGroup.users'), detail: t('createGroup.usersText') },
            { value: 'locks', label: t('createGroup.locks'), detail: t('createGroup.locksText') },
          ]}
          onChange={(type) => edit((current) => ({ ...current, type }))}
        />
      </div>
    </Frame>
  )
}
