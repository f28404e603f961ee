import { useTranslation } from 'react-i18next'
import { config } from '../api/config'
import styles from './Footer.module.css'

/** Version of the console, and the way back to the cookie choices where they are configured. */
export function Footer() {
  const { t } = useTranslation()
  const { cookie_url, version } = config()
  return (
    <footer className={styles.footer}>
      <span>v{version}</span>
      {cookie_url && (
        <a href={cookie_url} target="_blank" rel="noopener">
          {t('shell.reviewCookies')}
        </a>
      )}
    </footer>
  )
}
