/** The grid's source over a domain: rows and columns in their order, each cell put into words when it comes into the window. */
import { i18n } from '../../i18n/i18n'
import type { Domain } from '../../model/domain'
import type { Column, Row } from '../../model/grid'
import type { Cell, ColumnHead, GridSource, RowHead } from './grid/source'
import { columnText, columnWords, personWords } from './heads'
import { viewerZone } from '../../overlays/viewer-zone'
import { AccessWords, sentence, type Look } from '../parts/words'

const nothing: Record<'none' | 'waiting', Cell> = {
  none: { look: 'none', text: '' },
  waiting: { look: 'waiting', text: '' },
}

function isNothing(look: Look): look is keyof typeof nothing {
  return look === 'none' || look === 'waiting'
}

export class DomainSource implements GridSource {
  readonly #domain: Domain
  readonly #now: number
  readonly #words: AccessWords
  readonly #viewer = viewerZone()

  constructor(
    domain: Domain,
    readonly rowList: readonly Row[],
    readonly columnList: readonly Column[],
    now: number,
    complete: boolean,
    /** Whether the heads of lock groups can be pressed as those of locks can. */
    readonly groupsOpen = false,
  ) {
    this.#domain = domain
    this.#now = now
    this.#words = new AccessWords(domain, now, complete)
  }

  get rows(): number {
    return this.rowList.length
  }

  get columns(): number {
    return this.columnList.length
  }

  rowId(row: number): string {
    return this.#row(row).id
  }

  columnId(column: number): string {
    return this.#column(column).id
  }

  row(row: number): RowHead {
    return personWords(this.#row(row))
  }

  column(column: number): ColumnHead {
    const words = columnWords(this.#domain, this.#column(column), this.#now, this.#viewer)
    const { name, door, detail, place } = words
    const title = i18n.t('dashboard.door.title', { name, known: door?.full ?? columnText(words) })
    const opens = door !== null || this.groupsOpen
    return { name, detail, place, dot: door?.state ?? '', low: door?.low ?? false, title, opens }
  }

  cell(row: number, column: number): Cell {
    const access = this.#words.describe(this.#row(row).id, this.#column(column).id)
    if (isNothing(access.look)) return nothing[access.look]
    return { look: access.indirect ? `${access.look} indirect` : access.look, text: access.texts.join('\n') }
  }

  describe(row: number, column: number): string {
    const access = this.#words.describe(this.#row(row).id, this.#column(column).id)
    const { name } = columnWords(this.#domain, this.#column(column), this.#now, this.#viewer)
    return sentence(personWords(this.#row(row)).name, name, access)
  }

  #row(row: number): Row {
    return this.rowList[row] as Row
  }

  #column(column: number): Column {
    return this.columnList[column] as Column
  }
}
