import type { RememberedTargets } from '../../../schemas/headings.ts'
import { ArticleTable } from '../../../schemas/imports.ts'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { type Article, referenceKey } from '../../../schemas/rules/articles.ts'
import { sha256Of } from '../../../sync/sha256.ts'
import { callApi } from '../../data/api/api.ts'
import { articlesCsvText } from '../../text/articles-csv.ts'
import type { Column, CsvRate } from './csv/article-csv.ts'
import { type ChosenColumns, type ImportPlan, planImport, proposeColumns, tableOf } from './csv/import-plan.ts'
import { type CsvTable, readCsv } from './csv/read-csv.ts'

/** A file that was read. */
export interface ReadFile {
  name: string
  rows: readonly (readonly string[])[]
  /** How the file says its rows, in French. */
  detected: string
  headings: readonly string[]
  /** Its first lines. */
  examples: readonly (readonly string[])[]
  /** What each column seems to say. */
  proposed: ChosenColumns
  /** What an import with these columns would do to these articles. @throws Error with a French message where the columns say too little */
  plan: (columns: ChosenColumns, known: KnownArticles) => ImportPlan
}

export interface KnownArticles {
  articles: readonly Article[]
  rates: readonly CsvRate[]
  /** Articles that the undo of an import has archived. */
  undone: ReadonlySet<string>
}

/** Lines that examples of the columns are taken from. */
const EXAMPLES = 20

/**
 * The ids of new articles come from their references: two directors who import one list, or one who begins again before the first answers have come back, make
 * the same articles and not two of each.
 */
async function idsFor(rows: ReadFile['rows']): Promise<ReadonlyMap<string, string>> {
  const cells = [...new Set(rows.flat().map(referenceKey))]
  const ids = new Map<string, string>()
  for (const cell of cells) ids.set(cell, `ref-${(await sha256Of(new TextEncoder().encode(cell))).slice(0, 32)}`)
  return ids
}

/** Reads a file, so that its import can be planned; nothing is written. @throws Error with a French message */
export async function readFile(file: File, remembered: RememberedTargets<Column>): Promise<ReadFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { rows, detected } = isWorkbook(bytes) ? await readWorkbook(file) : csvOf(readCsv(bytes))
  const { headings, lines } = tableOf(rows)
  const ids = await idsFor(rows)
  return {
    name: file.name,
    rows,
    detected,
    headings,
    examples: lines.slice(0, EXAMPLES).map(({ cells }) => cells),
    proposed: proposeColumns(headings, remembered),
    plan: (columns, known) => {
      const taken = new Set(known.articles.map(({ id }) => id))
      const idOf = (reference: string): string => {
        const id = ids.get(referenceKey(reference))
        // An article that had this reference before it got another one.
        return id === undefined || taken.has(id) ? crypto.randomUUID() : id
      }
      return planImport({ table: rows, columns, ...known, idOf })
    },
  }
}

const { issues, screen: text } = articlesCsvText

function csvOf({ rows, separator, encoding, isOpen }: CsvTable): Pick<ReadFile, 'rows' | 'detected'> {
  if (isOpen) throw new Error(issues.quotes)
  return { rows, detected: text.detected(text.told[separator] ?? separator, encoding) }
}

/** An archive, or what Excel wrote before 2007: the server says in words what it cannot read. */
const isWorkbook = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03) || (bytes[0] === 0xd0 && bytes[1] === 0xcf)
const isTable = shapeOf(ArticleTable) as (value: unknown) => value is ArticleTable

/** The server reads workbooks, because the reader of a hostile one would be code of every phone. */
async function readWorkbook(file: File): Promise<Pick<ReadFile, 'rows' | 'detected'>> {
  const answer = await callApi('/articles/tableau', isTable, {
    method: 'POST',
    body: new Blob([file]),
    ownRefusal: true,
  })
  const rows: string[][] = []
  // A line keeps its number in the sheet; blank ones between are nothing.
  for (const { numero, cellules } of answer.lignes) rows[numero - 1] = cellules
  return { rows: Array.from(rows, (cells) => cells ?? []), detected: text.sheet(answer.feuille ?? '') }
}
