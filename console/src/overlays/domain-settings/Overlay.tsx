import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import { useProviders } from '../../api/queries/providers'
import { updateDomainSettings, useDomainSettings, type DomainSettings } from '../../api/queries/domain-settings'
import type { Step } from '../../model/plan'
import { mergedSettings, sameSettings } from '../../model/settings'
import { useSession } from '../../session/session'
import { Name } from '../../ui/Name'
import { Switch } from '../../ui/Switch'
import { ErrorDialog } from '../ErrorDialog'
import { Frame } from '../frame/Frame'
import styles from '../frame/Frame.module.css'
import { useEditor } from '../frame/use-editor'
import { useFieldErrors } from '../frame/use-field-errors'
import type { OverlayProps } from '../registry'
import { useNow } from '../use-now'
import { DayLists } from './DayLists'
import { NewDevices } from './NewDevices'
import { SignIn } from './SignIn'

/** What its administrators decide about the whole domain. */
export default function SettingsOfDomain({ close }: OverlayProps) {
  const { t } = useTranslation()
  const { identity } = useSession()
  const isAllowed = identity?.role === 'administrator'
  const { data, error } = useDomainSettings({ enabled: isAllowed })
  if (!isAllowed) return <ErrorDialog message={t('errors.forbidden')} close={close} />
  if (data !== undefined) return <Decided domain={identity.domain} settings={data} close={close} />
  return error === null ? null : <ErrorDialog message={errorText(error)} close={close} />
}

function Decided({ domain, settings, ...own }: { domain: string; settings: DomainSettings } & OverlayProps) {
  const { t } = useTranslation()
  const now = useNow()
  const editor = useEditor<DomainSettings, DomainSettings, Step<DomainSettings, 'domainSettings.failed'>>({
    name: 'domain-settings',
    live: settings,
    now,
    same: sameSettings,
    draftOf: (standing) => standing,
    isChanged: (draft, from) => !sameSettings(draft, from),
    // Of a switch that two have turned nobody has to decide: both want the same. Of the rest somebody does.
    merge: mergedSettings,
  })
  const { draft, edit, edited, failed, pending, standing, theirs } = editor
  const error = useFieldErrors({ draft, problems: {}, reason: failed?.reason ?? null })
  const providers = useProviders().data ?? []
  return (
    <Frame
      title={t('words.domainSettings')}
      subtitle={<Name>{domain}</Name>}
      {...{ edited, pending }}
      restored={editor.restored}
      followed={editor.followed}
      conflict={
        theirs === null
          ? null
          : {
              differences: differences(theirs),
              // The audit knows no id of settings, and of few of them.
              of: [],
              onTakeTheirs: editor.takeTheirs,
              onSaveMine: () => void save(),
            }
      }
      save={{ isReady: edited, run: () => void save() }}
      failure={
        failed !== null && editor.showsFailed
          ? { text: t(failed.step.failure), of: failed.of, reason: failed.reason }
          : null
      }
      close={close}
    >
      <section className={styles.form} aria-labelledby="domain-letters">
        <h3 id="domain-letters">{t('domainSettings.letters')}</h3>
        <p>{t('domainSettings.lettersText')}</p>
        <Switch
          isSelected={draft.letters_access_given}
          isDisabled={pending !== null}
          description={t('domainSettings.givenText')}
          onChange={(on) => edit((current) => ({ ...current, letters_access_given: on }))}
        >
          {t('domainSettings.given')}
        </Switch>
        <Switch
          isSelected={draft.letters_access_ending}
          isDisabled={pending !== null}
          description={t('domainSettings.endingText')}
          onChange={(on) => edit((current) => ({ ...current, letters_access_ending: on }))}
        >
          {t('domainSettings.ending')}
        </Switch>
      </section>
      <NewDevices
        timezone={draft.timezone}
        isDisabled={pending !== null}
        error={error('timezone')}
        onChange={(timezone) => edit((current) => ({ ...current, timezone }))}
      />
      <SignIn
        settings={draft}
        isDisabled={pending !== null}
        onChange={(next) => edit((current) => ({ ...current, ...next }))}
      />
      <DayLists />
    </Frame>
  )

  /** What somebody else has decided otherwise, in words. */
  function differences(theirs: DomainSettings) {
    const texts = ({ timezone, required_provider, required_of }: DomainSettings) => [
      [t('zones.zone'), timezone ?? t('domainSettings.noZone')],
      [t('domainSettings.provider'), nameOf(required_provider) ?? t('domainSettings.anyWay')],
      [t('domainSettings.askedOf'), required_of === null ? '' : t(`domainSettings.${required_of}`)],
    ]
    const own = texts(draft)
    return texts(theirs)
      .map(([what = '', text = ''], at) => ({ what, theirs: text, mine: own[at]?.[1] ?? '' }))
      .filter(({ theirs, mine }) => theirs !== mine)
  }

  function nameOf(provider: string | null): string | null {
    return providers.find(({ id }) => id === provider)?.name ?? provider
  }

  function close() {
    editor.forget()
    own.close()
  }

  async function save() {
    const step: Step<DomainSettings, 'domainSettings.failed'> = {
      failure: 'domainSettings.failed',
      run: (before) => updateDomainSettings(changed(before, { ...before, ...changed(standing, draft) })),
    }
    if (await editor.run('save', () => [step], theirs ?? undefined)) close()
  }
}

/** What of `wanted` is otherwise than in `standing`. */
function changed(standing: DomainSettings, wanted: DomainSettings): Partial<DomainSettings> {
  const fields = Object.keys(wanted) as (keyof DomainSettings)[]
  return Object.fromEntries(
    fields.filter((field) => wanted[field] !== standing[field]).map((field) => [field, wanted[field]]),
  )
}
