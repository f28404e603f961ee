import { useTranslation } from 'react-i18next'
import { config } from '../../api/config'
import { ButtonLink } from '../../ui/Button'

/** Where the mobile app is had, as far as the settings tell. */
export function Stores() {
  const { t } = useTranslation()
  const { apple_store_url, google_store_url } = config()
  return (
    <>
      {apple_store_url && (
        <ButtonLink variant="ghost" href={apple_store_url}>
          {t('dashboard.appStore')}
        </ButtonLink>
      )}
      {google_store_url && (
        <ButtonLink variant="ghost" href={google_store_url}>
          {t('dashboard.googlePlay')}
        </ButtonLink>
      )}
    </>
  )
}
