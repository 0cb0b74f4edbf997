import { csvValue } from '../../../../schemas/csv.ts'
import { OPTION_SEPARATOR } from '../../../../schemas/entities/article.ts'
import { newRecord } from '../../../../schemas/entity.ts'
import { givenTwice, proposeTargets, type RememberedTargets } from '../../../../schemas/headings.ts'
import { entityOf } from '../../../../schemas/resources.ts'
import {
  type Article,
  MOST_ARTICLE_ROWS,
  REFERENCE_HEADINGS,
  referenceKey,
} from '../../../../schemas/rules/articles.ts'
import { sameJson } from '../../../../schemas/same-json.ts'
import { normalise } from '../../../../schemas/search.ts'
import { createIssues, patchIssues, recordIssues } from '../../../../schemas/validate.ts'
import { articlesCsvText } from '../../../text/articles-csv.ts'
import { importsText } from '../../../text/imports.ts'
import { COLUMNS, type Column, type CsvRate } from './article-csv.ts'
import { centsOf, flagOf, hundredthsOf, mayBeThousands } from './typed-cells.ts'

const { issues: text, columns: LABELS } = articlesCsvText
const entity = entityOf('article')

export type Fate = 'create' | 'update' | 'same' | 'error'
type Values = Record<string, unknown>

/** What an import does with one row. */
export interface PlannedRow {
  /** Line of the table, from 1, the header's included. */
  line: number
  reference: string
  label: string
  fate: Fate
  id: string
  /** The body of the creation, or the fields that change. */
  values: Values
  /** French sentences; none but where the fate is « error ». */
  errors: string[]
}

export interface ImportPlan {
  rows: PlannedRow[]
  /** Headings of the columns that are not imported. */
  unknown: string[]
}

/** What each column of a file says, in order; null: it is not imported. */
export type ChosenColumns = readonly (Column | null)[]

export interface PlanInput {
  /** The table, header included. */
  table: readonly (readonly string[])[]
  columns: ChosenColumns
  /** Every article of the company, archived ones too. */
  articles: readonly Article[]
  rates: readonly CsvRate[]
  /** Articles that the undo of an import has archived: a row of one brings it back. */
  undone: ReadonlySet<string>
  /** The id that a creation with this reference gets. */
  idOf: (reference: string) => string
}

/** Other headers that mean the same, as `normalise` writes them. */
const SYNONYMS: Partial<Record<Column, readonly string[]>> = {
  FAMILLE: ['categorie'],
  REFERENCE: REFERENCE_HEADINGS,
  LIBELLE: ['designation', 'article', 'nom'],
  PRIX_HT: ['prix', 'prix unitaire', 'prix unitaire ht', 'pu ht'],
  IDTVA: ['taux tva', 'taux de tva'],
  IDTVA_ENERGIE: ['tva renovation energetique'],
}

/** A column for each heading: what was chosen last time, else what the heading says. */
export const proposeColumns = (headings: readonly string[], remembered: RememberedTargets<Column>): (Column | null)[] =>
  proposeTargets(headings, {
    remembered,
    saidBy: (name) => COLUMNS.find((column) => normalise(LABELS[column]) === name || SYNONYMS[column]?.includes(name)),
  })

/** Why a file cannot be imported with these columns, in French; null when it can. */
export function columnsProblem(columns: ChosenColumns): string | null {
  if (!columns.includes('REFERENCE')) return text.noReference
  const twice = givenTwice(columns)
  return twice ? importsText.twice(LABELS[twice]) : null
}

/** The headings of a file and its other lines, each with its number. @throws Error with a French message for a file that is no table of articles */
export function tableOf(table: PlanInput['table']): { headings: readonly string[]; lines: Line[] } {
  const filled = [...table.entries()].filter(([, cells]) => !isEmpty(cells))
  const [first, ...others] = filled
  if (first === undefined || others.length === 0) throw new Error(text.noTable)
  if (others.length > MOST_ARTICLE_ROWS) throw new Error(text.tooMany(MOST_ARTICLE_ROWS))
  return { headings: first[1], lines: others.map(([index, cells]) => ({ number: index + 1, cells })) }
}

interface Line {
  /** From 1, blank lines counted. */
  number: number
  cells: readonly string[]
}

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** A row with its cells by column, before anything is looked up. */
interface Row {
  line: number
  cells: Partial<Record<Column, string>>
  reference: string
  /** More cells than the header has, which are not empty. */
  isTooLong: boolean
}

/** @throws Error with a French message for a file that is no table of articles, or columns that say too little */
export function planImport(input: PlanInput): ImportPlan {
  const { rows, unknown } = rowsOf(input)
  const all = groupBy(input.articles, ({ REFERENCE }) => referenceKey(REFERENCE))
  const known = withoutArchivedDoubles(all)
  const seen = { known: new Map<string, number>(), doubles: new Map<string, number>() }
  const ids = new Map<string, string>()
  for (const { reference } of rows) {
    const key = referenceKey(reference)
    const [one] = known.get(key) ?? []
    if (key !== '' && !ids.has(key)) ids.set(key, one?.id ?? input.idOf(reference))
  }
  const context = { ...input, known, doubles: archivedDoubles(all), ids }
  const planned = rows.map((row) => {
    const lines = isDouble(row, context) ? seen.doubles : seen.known
    const first = lines.get(referenceKey(row.reference))
    if (first === undefined) lines.set(referenceKey(row.reference), row.line)
    return planRow(row, context, row.reference === '' ? undefined : first)
  })
  refuseLostOptions(planned, new Set(input.articles.map(({ id }) => id)))
  return { unknown, rows: planned }
}

/** An option that the file would create, and does not because of an error, is missing: so is whatever names it, and what names that. */
function refuseLostOptions(rows: PlannedRow[], known: ReadonlySet<string>): void {
  for (let isStable = false; !isStable; ) {
    isStable = true
    const made = new Map(rows.filter(({ fate }) => fate === 'create').map((row) => [row.id, row]))
    for (const row of rows) {
      const { OPTIONS } = row.values
      if (row.fate === 'error' || !Array.isArray(OPTIONS)) continue
      if (OPTIONS.every((id) => known.has(id) || made.has(id))) continue
      row.fate = 'error'
      row.errors.push(text.of(LABELS.OPTIONS, text.lostOption))
      isStable = false
    }
  }
}

/** The rows in error as a table to correct and to import again, each with what is wrong with it in one more column (SET-09). */
export function errorRows(table: PlanInput['table'], rows: readonly PlannedRow[]): string[][] {
  const header = table.find((cells) => !isEmpty(cells)) ?? []
  const wrong = rows.filter(({ fate }) => fate === 'error')
  return [
    [...header, articlesCsvText.screen.errorsColumn],
    ...wrong.map(({ line, errors }) => {
      const cells = table[line - 1] ?? []
      return [...header.map((_, at) => cells[at] ?? ''), errors.join(' ; ')]
    }),
  ]
}

function rowsOf({ table, columns }: PlanInput): { rows: Row[]; unknown: string[] } {
  const problem = columnsProblem(columns)
  if (problem !== null) throw new Error(problem)
  const { headings, lines } = tableOf(table)
  const rows = lines.map(({ number, cells }): Row => {
    const byColumn: Row['cells'] = {}
    for (const [at, column] of columns.entries()) if (column) byColumn[column] = csvValue(cells[at] ?? '').trim()
    const isTooLong = !isEmpty(cells.slice(headings.length))
    return { line: number, cells: byColumn, reference: byColumn.REFERENCE ?? '', isTooLong }
  })
  return { rows, unknown: headings.filter((name, at) => name.trim() !== '' && !columns[at]) }
}

interface Context extends PlanInput {
  known: ReadonlyMap<string, readonly Article[]>
  /** Archived articles whose reference another one has that is not, by reference. */
  doubles: ReadonlyMap<string, readonly Article[]>
  /** Of every article of the file, by reference. */
  ids: ReadonlyMap<string, string>
}

/** Whether a row says « archivé » where an archived article has its reference beside the present one: it means that one. So an export is read back as it was. */
const isDouble = ({ cells, reference }: Row, { doubles }: Pick<Context, 'doubles'>): boolean =>
  doubles.has(referenceKey(reference)) && flagOf(cells.ARCHIVE ?? '') === 1

/** @param first the line that has this reference already */
function planRow(row: Row, context: Context, first: number | undefined): PlannedRow {
  const key = referenceKey(row.reference)
  const same = (isDouble(row, context) ? context.doubles : context.known).get(key) ?? []
  const article = same.length === 1 ? same[0] : undefined
  // A row without a reference has no id either, and one error is enough.
  const id = article?.id ?? context.ids.get(key) ?? 'sans-reference'
  const { values, errors } = valuesOf(row, context, id)
  if (article && context.undone.has(article.id)) values.ARCHIVE ??= 0
  if (row.isTooLong) errors.push(text.brokenRow)
  if (first !== undefined) errors.push(text.repeated(first))
  if (same.length > 1) errors.push(text.ambiguous)
  const changes = article ? changed(article, values) : { ...withoutEmpty(values), id }
  if (errors.length === 0) {
    const found = article ? patchIssues(entity, changes) : createIssues(entity, changes)
    if (found.length === 0)
      found.push(...recordIssues(entity, article ? { ...article, ...changes } : newRecord(entity, changes)))
    for (const { field, message } of found) errors.push(text.of(LABELS[field as Column] ?? field, message))
  }
  const fate = errors.length > 0 ? 'error' : !article ? 'create' : Object.keys(changes).length > 0 ? 'update' : 'same'
  const label = row.cells.LIBELLE || article?.LIBELLE || ''
  return { line: row.line, reference: row.reference, label, fate, id, values: changes, errors }
}

/** The typed value of each cell; a column that the file lacks gives none. */
function valuesOf({ cells }: Row, context: Context, id: string): { values: Values; errors: string[] } {
  const values: Values = {}
  const errors: string[] = []
  for (const [column, cell] of Object.entries(cells) as [Column, string][]) {
    const fail = (message: string): void => void errors.push(text.of(LABELS[column], message))
    switch (column) {
      case 'PRIX_HT': {
        const price = cell === '' ? null : centsOf(cell)
        if (price === null && cell !== '') fail(mayBeThousands(cell) ? text.unsurePrice : text.price)
        values[column] = price
        break
      }
      case 'IDTVA':
      case 'IDTVA_RENOVATION':
      case 'IDTVA_ENERGIE': {
        const rate = cell === '' ? null : rateFor(cell, context.rates)
        if (rate === undefined) fail(text.rate(cell))
        else values[column] = rate
        break
      }
      case 'OPTIONS':
        values[column] = optionsFor(cell, context, id, fail)
        break
      case 'ARCHIVE': {
        const flag = flagOf(cell)
        if (flag === null) fail(text.archive)
        else values[column] = flag
        break
      }
      default:
        // Some spreadsheets write CR LF inside a cell.
        values[column] = cell === '' ? null : cell.replace(/\r\n?/g, '\n')
    }
  }
  return { values, errors }
}

/** An entry by its percents or its name, one that is proposed before an archived one; undefined for neither. */
function rateFor(cell: string, rates: readonly CsvRate[]): string | undefined {
  const hundredths = hundredthsOf(cell)
  const fits = rates.filter(({ TAUX, LIBELLE }) =>
    hundredths === null ? normalise(LIBELLE) === normalise(cell) : TAUX === hundredths,
  )
  return (fits.find(({ ARCHIVE }) => ARCHIVE !== 1) ?? fits[0])?.id
}

function optionsFor(cell: string, { known, ids }: Context, own: string, fail: (message: string) => void): string[] {
  const found: string[] = []
  for (const reference of cell.split(OPTION_SEPARATOR).map((one) => one.trim())) {
    if (reference === '') continue
    const key = referenceKey(reference)
    const id = ids.get(key) ?? known.get(key)?.[0]?.id
    if ((known.get(key)?.length ?? 0) > 1) fail(text.sharedOption(reference))
    else if (id === undefined) fail(text.option(reference))
    else if (id === own) fail(text.ownOption)
    else if (!found.includes(id)) found.push(id)
  }
  return found
}

const withoutEmpty = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  )

/** Whether two values of a field say the same: an empty text is none, and the order of options says nothing. */
export function sameValue(before: unknown, after: unknown): boolean {
  const sorted = (value: unknown): unknown => (Array.isArray(value) ? [...value].sort() : value)
  return before === after || ((before ?? '') === '' && (after ?? '') === '') || sameJson(sorted(before), sorted(after))
}

/** The values that the article has not. The reference is how the article was found: other capitals do not change it. */
const changed = (article: Article, { REFERENCE: _, ...values }: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !sameValue(article[name as keyof Article], value)),
  )

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

/** An archived article is no double of one that is not: nothing deletes it, and its reference would be of no use any more. */
const withoutArchivedDoubles = (groups: ReadonlyMap<string, Article[]>): Map<string, Article[]> =>
  new Map(
    [...groups].map(([key, articles]) => {
      const living = articles.filter(({ ARCHIVE }) => ARCHIVE !== 1)
      return [key, living.length > 0 ? living : articles]
    }),
  )

const archivedDoubles = (groups: ReadonlyMap<string, Article[]>): Map<string, Article[]> =>
  new Map(
    [...groups].flatMap(([key, articles]): [string, Article[]][] => {
      const archived = articles.filter(({ ARCHIVE }) => ARCHIVE === 1)
      return archived.length > 0 && archived.length < articles.length ? [[key, archived]] : []
    }),
  )
