import { OPTION_SEPARATOR } from '../../../../schemas/entities/article.ts'
import type { Article } from '../../../../schemas/rules/articles.ts'
import { articlesCsvText as text } from '../../../text/articles-csv.ts'

/** An entry of the company's list of VAT rates, archived ones too. */
export interface CsvRate {
  id: string
  LIBELLE: string
  TAUX: number | null
  ARCHIVE: 0 | 1
}

export type Column = keyof typeof text.columns
export const COLUMNS = Object.keys(text.columns) as Column[]
export const HEADER = COLUMNS.map((column) => text.columns[column])

const decimal = (hundredths: number): string => (hundredths / 100).toFixed(2).replace('.', ',')
/** 550 → « 5,5 », as a person types it. */
const percent = (rate: number): string => String(rate / 100).replace('.', ',')

/** The price list as rows of a CSV file: what an import of the same file reads back as the same articles. */
export function exportRows(articles: readonly Article[], rates: readonly CsvRate[]): string[][] {
  const rateById = new Map(rates.map(({ id, TAUX }) => [id, TAUX]))
  const referenceById = new Map(articles.map(({ id, REFERENCE }) => [id, REFERENCE]))
  const rate = (id: string | null): string => {
    const value = rateById.get(id ?? '')
    return value === null || value === undefined ? '' : percent(value)
  }
  const cell = (article: Article, column: Column): string => {
    switch (column) {
      case 'PRIX_HT':
        return decimal(article.PRIX_HT)
      case 'IDTVA':
      case 'IDTVA_RENOVATION':
      case 'IDTVA_ENERGIE':
        return rate(article[column])
      case 'OPTIONS':
        return article.OPTIONS.flatMap((id) => referenceById.get(id) ?? []).join(` ${OPTION_SEPARATOR} `)
      case 'ARCHIVE':
        return article.ARCHIVE === 1 ? text.yes : text.no
      default:
        return article[column] ?? ''
    }
  }
  return [HEADER, ...articles.map((article) => COLUMNS.map((column) => cell(article, column)))]
}
