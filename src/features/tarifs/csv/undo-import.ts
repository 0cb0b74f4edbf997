import { newRecord } from '../../../../schemas/entity.ts'
import { entityOf } from '../../../../schemas/resources.ts'
import type { Article } from '../../../../schemas/rules/articles.ts'
import { COLUMNS } from './article-csv.ts'
import { type PlannedRow, sameValue } from './import-plan.ts'

type Values = Record<string, unknown>

/** What an import did to one article. */
export interface ImportedArticle {
  id: string
  reference: string
  /** The fields that it changed, as they were; null: the import made the article. */
  before: Values | null
  /** The fields that it wrote. */
  after: Values
}

/** An import of this device, kept to be undone. */
export interface KeptImport {
  id: string
  /** Of its file. */
  name: string
  /** ISO instant of its beginning. */
  at: string
  isUndone: boolean
  /** Whether every call was answered: false while it runs, and where the page was left before its end. Former builds noted nothing. */
  isWhole?: boolean
  /** How many of its articles, in their order, a call may have gone out for. Former builds noted nothing. */
  sent?: number
  articles: ImportedArticle[]
}

/** What an import may have done. An import that did not end has no part in the articles that it did not come to: another one may have made them since. */
export const sentArticles = ({ isWhole, sent, articles }: KeptImport): readonly ImportedArticle[] =>
  isWhole === false ? articles.slice(0, sent) : articles

const formerValues = (after: Values, article: Values | undefined): Values =>
  Object.fromEntries(Object.keys(after).map((name) => [name, article?.[name] ?? null]))

/** What an import of these rows will do, noted before its first call: also one that stops in the middle can be undone. */
export function importedArticles(rows: readonly PlannedRow[], articles: readonly Article[]): ImportedArticle[] {
  const known = new Map(articles.map((article) => [article.id, article as Values]))
  return rows.flatMap(({ fate, id, reference, values }): ImportedArticle[] => {
    if (fate === 'create') return [{ id, reference, before: null, after: values }]
    if (fate !== 'update') return []
    return [{ id, reference, before: formerValues(values, known.get(id)), after: values }]
  })
}

/** The same of an article that the import meant to make, and that somebody had made before: its undo gives it the values of then, and archives nothing. */
export function foundArticle({ id, reference, values }: PlannedRow, article: Article): ImportedArticle {
  const { id: _, ...after } = values
  return { id, reference, before: formerValues(after, article as Values), after }
}

/** An article that the undo leaves: `modifie` somebody changed it since, `utilise` another article names it as its option. */
export interface Left {
  id: string
  reference: string
  why: 'modifie' | 'utilise'
}

interface UndoPlan {
  rows: PlannedRow[]
  left: Left[]
}

/** Fields that a person may have written since. */
const WRITTEN = [...COLUMNS, 'PHOTO'] as const

/**
 * What takes an import back: fields that still say what it wrote get their former values; articles that it made and that are as it made them are archived,
 * unless an article that stays names them. It may be planned again: what is back already is left alone.
 * @param current every article as the server has it
 */
export function planUndo(articles: readonly ImportedArticle[], current: ReadonlyMap<string, Article>): UndoPlan {
  const changes = new Map<string, Values>()
  const left: Left[] = []
  const archived = new Map<string, ImportedArticle>()
  for (const one of articles) {
    const now = current.get(one.id) as Values | undefined
    // The server refused to make it, or was not asked.
    if (!now) continue
    const { isChanged, values } = one.before === null ? madeNow(one.after, now) : changedNow(one.before, one.after, now)
    if (isChanged) left.push({ id: one.id, reference: one.reference, why: 'modifie' })
    if (Object.keys(values).length === 0) continue
    if (one.before === null) archived.set(one.id, one)
    else changes.set(one.id, values)
  }
  for (const { id, reference } of keepUsed(archived, current, changes)) left.push({ id, reference, why: 'utilise' })
  for (const id of archived.keys()) changes.set(id, { ARCHIVE: 1 })
  const rows = articles.flatMap(({ id, reference }, index): PlannedRow[] => {
    const values = changes.get(id)
    return values ? [{ line: index + 1, id, reference, label: '', fate: 'update', values, errors: [] }] : []
  })
  return { rows, left }
}

interface Now {
  isChanged: boolean
  /** What takes it back. */
  values: Values
}

function madeNow(after: Values, now: Values): Now {
  const made = newRecord(entityOf('article'), after)
  const different = WRITTEN.filter((name) => !sameValue(now[name], made[name]))
  // Options of new articles come in a second round, which an import that was stopped has not sent.
  const changed = different.filter((name) => !(name === 'OPTIONS' && sameValue(now.OPTIONS, [])) && name !== 'ARCHIVE')
  if (changed.length > 0) return { isChanged: true, values: {} }
  return { isChanged: false, values: now.ARCHIVE === 1 ? {} : { ARCHIVE: 1 } }
}

function changedNow(before: Values, after: Values, now: Values): Now {
  const names = Object.keys(after)
  const ours = names.filter((name) => sameValue(now[name], after[name]))
  const isChanged = names.some((name) => !ours.includes(name) && !sameValue(now[name], before[name]))
  return { isChanged, values: Object.fromEntries(ours.map((name) => [name, before[name] ?? null])) }
}

/** Takes out of `archived` what an article that stays names as its option, and what that names. @returns what was taken out */
function keepUsed(
  archived: Map<string, ImportedArticle>,
  current: ReadonlyMap<string, Article>,
  changes: ReadonlyMap<string, Values>,
): ImportedArticle[] {
  const kept: ImportedArticle[] = []
  const staying = [...current.values()].filter(({ id, ARCHIVE }) => ARCHIVE !== 1 && !archived.has(id))
  for (let article = staying.pop(); article; article = staying.pop()) {
    for (const id of (changes.get(article.id)?.OPTIONS ?? article.OPTIONS) as string[]) {
      const one = archived.get(id)
      const option = current.get(id)
      if (!one || !option) continue
      archived.delete(id)
      kept.push(one)
      staying.push(option)
    }
  }
  return kept
}

/**
 * Articles that the latest import which names them has made, and whose undo has archived them: an import that names one again brings it back.
 * @param imports the latest first
 */
export function undoneIds(imports: readonly KeptImport[]): ReadonlySet<string> {
  const latest = new Map<string, boolean>()
  for (const one of imports)
    for (const { id, before } of sentArticles(one)) if (!latest.has(id)) latest.set(id, one.isUndone && before === null)
  return new Set([...latest].filter(([, isGone]) => isGone).map(([id]) => id))
}
