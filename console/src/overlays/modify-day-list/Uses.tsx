import { useTranslation } from 'react-i18next'
import { useDomain } from '../../api/queries/use-domain'
import { fewText } from '../../i18n/week-text'
import type { Link, ListUses } from '../../model/domain'
import { Disclosure } from '../../ui/Disclosure'
import fields from '../access/fields.module.css'
import { pathText } from '../access/path-text'
import { AccessList } from '../tabs/AccessList'
import tabs from '../tabs/tabs.module.css'
import { useNow } from '../use-now'

/** What uses a list, each of which opens; and calendars without access, which keep it too. */
export function Uses({ uses: { links, idle } }: { uses: ListUses }) {
  const { t, i18n } = useTranslation()
  const { domain } = useDomain()
  const now = useNow()
  const { compare } = new Intl.Collator(i18n.language, { numeric: true, sensitivity: 'base' })
  const named = links.map((link) => ({ ...link, path: pathText(domain, link) })).sort((a, b) => compare(a.path, b.path))
  return (
    <div className={fields.range}>
      {links.length > 0 && <p className={fields.small}>{t('dayLists.inUse', { count: links.length })}</p>}
      {idle > 0 && <p className={fields.small}>{t('dayLists.inIdleUse', { count: idle })}</p>}
      {links.length > 0 && (
        <Disclosure label={t('dayLists.users')} detail={fewText(named.map(({ path }) => path))}>
          <AccessList
            entries={named}
            now={now}
            who={({ path }: Link & { path: string }) => (
              <span className={tabs.who}>
                <b>{path}</b>
              </span>
            )}
          />
        </Disclosure>
      )}
    </div>
  )
}
