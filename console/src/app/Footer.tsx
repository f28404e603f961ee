import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '../api/config'
import styles from './Footer.module.css'

/**
 * Version of the console, and the way back to the cookie choices where they are configured. Between them is room for what the page says of
 * its connection: it is kept free, so that nothing moves when something is said.
 */
export function Footer({ status }: { status: Ref<HTMLDivElement> }) {
  const { t } = useTranslation()
  const { cookie_url, version } = config()
  return (
    <footer className={styles.footer}>
      <div className={styles.about}>
        <span>v{version}</span>
        {cookie_url && (
          <a href={cookie_url} target="_blank" rel="noopener">
            {t('shell.reviewCookies')}
          </a>
        )}
      </div>
      <div ref={status} role="status" className={styles.status} />
    </footer>
  )
}
