import { useTranslation } from 'react-i18next'
import { config } from '../../../api/config'
import { endOtherSessions, endSession, useSignIns, type SignIn } from '../../../api/queries/sign-ins'
import { dateTimeText } from '../../../i18n/format'
import { isolate } from '../../../i18n/isolate'
import { Button } from '../../../ui/Button'
import { openConfirmDialog } from '../../confirm-dialog/open'
import { announce } from '../../frame/announcement'
import tabs from '../../tabs/tabs.module.css'
import { EndingList, type EndingEntry } from './EndingList'

/** Where one is signed in, to be ended one by one or all but this one. */
export function SignIns() {
  const { t } = useTranslation()
  const query = useSignIns()
  const others = (query.data ?? []).filter(({ current }) => !current)
  return (
    <>
      <p>{t('account.signIns.text')}</p>
      <EndingList
        query={query}
        icon="panel"
        texts={{
          title: t('account.signIns.title'),
          loading: t('account.signIns.loading'),
          failed: t('account.signIns.failed'),
        }}
        // Whoever looks is signed in.
        none={null}
        entryOf={entryOf}
      />
      {others.length > 0 && (
        <div className={tabs.bar}>
          <Button variant="danger" onPress={askToEndOthers}>
            {t('account.signIns.endOthers')}
          </Button>
        </div>
      )}
    </>
  )

  function askToEndOthers() {
    openConfirmDialog({
      title: t('account.signIns.othersQuestion'),
      text: t('account.signIns.othersMeaning'),
      confirmLabel: t('account.signIns.endOthers'),
      pendingLabel: t('account.signIns.ending'),
      destructive: true,
      onConfirm: async () => {
        await endOtherSessions()
        announce('endOtherSignIns')
      },
    })
  }

  function entryOf(signIn: SignIn): EndingEntry {
    const { id, address, client_id, created_at, last_used_at, current } = signIn
    const name = nameText(signIn)
    const since = dateTimeText(Date.parse(created_at))
    return {
      id,
      name,
      facts: [
        // The program that signed in, where it is not the console in a browser.
        ...(client_id == null || client_id === config().client_id ? [] : [isolate(client_id)]),
        ...(address == null ? [] : [isolate(address)]),
        t('account.signIns.lastUsed', { when: dateTimeText(Date.parse(last_used_at)) }),
        t('account.signIns.since', { when: since }),
      ],
      end: current
        ? { never: t('account.signIns.current') }
        : {
            label: t('account.signIns.end'),
            // Several may have the same browser and system.
            labelNamed: t('account.signIns.endNamed', { name, when: since }),
            pendingLabel: t('account.signIns.ending'),
            question: t('account.signIns.question', { name, when: since }),
            meaning: t('account.signIns.meaning'),
            run: () => endSession(id),
            announced: 'endSignIn',
          },
    }
  }

  function nameText({ browser, system }: SignIn): string {
    if (browser != null && system != null) return t('account.signIns.named', { browser, system })
    return browser ?? system ?? t('account.signIns.unknown')
  }
}
