import { i18n } from '../../i18n/i18n'
import { shortened } from '../../i18n/isolate'
import type { Domain, Link } from '../../model/domain'

/** `Cleaners → Ground floor`. */
export function pathText(domain: Domain, { row, column }: Pick<Link, 'row' | 'column'>): string {
  const from = domain.users.get(row) ?? domain.groups.get(row)
  const to = domain.locks.get(column) ?? domain.groups.get(column)
  return i18n.t('access.path', { from: shortened(from?.name ?? row), to: shortened(to?.name ?? column) })
}
