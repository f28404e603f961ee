import { useTranslation } from 'react-i18next'
import type { Identity } from '../../../session/domain'
import type { CurrentUser } from '../../../session/session'
import { Erase } from './Erase'
import { Export } from './Export'

/** What is known about one, to be taken along, and the end of one's account. */
export function Leave({ user, identity }: { user: CurrentUser; identity: Identity }) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('account.leave.text')}</p>
      <Export username={user.username} />
      <Erase {...{ user, identity }} />
    </>
  )
}
