import { type Article, referenceKey } from '../../../schemas/rules/articles.ts'
import { sha256Of } from '../../../sync/outbox/files.ts'
import { articlesCsvText } from '../../text/articles-csv.ts'
import type { CsvRate } from './csv/article-csv.ts'
import { type ImportPlan, planImport } from './csv/import-plan.ts'
import { type CsvTable, readCsv } from './csv/read-csv.ts'

/** A file that was read, and what its import would do. */
export interface ReadFile {
  name: string
  table: CsvTable
  plan: ImportPlan
}

/**
 * The ids of new articles come from their references: two directors who import one list, or one who begins again before the first answers have come back, make
 * the same articles and not two of each.
 */
async function idsFor(table: CsvTable, articles: readonly Article[]): Promise<(reference: string) => string> {
  const cells = [...new Set(table.rows.flat().map(referenceKey))]
  const taken = new Set(articles.map(({ id }) => id))
  const ids = new Map<string, string>()
  for (const cell of cells) {
    const id = `ref-${(await sha256Of(new TextEncoder().encode(cell))).slice(0, 32)}`
    // An article that had this reference before it got another one.
    ids.set(cell, taken.has(id) ? crypto.randomUUID() : id)
  }
  return (reference) => ids.get(referenceKey(reference)) ?? crypto.randomUUID()
}

/** Reads a file and plans its import; nothing is written. @throws Error with a French message */
export async function readFile(
  file: File,
  { articles, rates }: { articles: readonly Article[]; rates: readonly CsvRate[] },
): Promise<ReadFile> {
  const table = readCsv(new Uint8Array(await file.arrayBuffer()))
  if (table.isOpen) throw new Error(articlesCsvText.issues.quotes)
  return {
    name: file.name,
    table,
    plan: planImport({ table: table.rows, articles, rates, idOf: await idsFor(table, articles) }),
  }
}
