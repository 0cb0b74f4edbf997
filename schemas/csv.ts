/** First characters that a spreadsheet reads as a formula, and the blanks that may precede one. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/** A lone negative number computes nothing; with an apostrophe it would be a text that no sum counts. */
const NEGATIVE = /^-\d+([.,]\d+)?$/

/** Whether a spreadsheet may run the text; with apostrophes before it, too, so that the one that is added can be told from the text's own. */
const isRisky = (text: string): boolean => {
  const bare = text.replace(/^'+/, '')
  return !NEGATIVE.test(bare) && (FORMULA.test(bare.trimStart()) || FORMULA.test(bare))
}

/** A cell: a leading apostrophe keeps a spreadsheet from running it, quotes keep separators and line breaks inside it. */
export function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = isRisky(text) ? `'${text}` : text
  return /[";\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a cell that `csvCell` wrote: without the apostrophe that keeps a spreadsheet from running it. */
export const csvValue = (cell: string): string => (cell.startsWith("'") && isRisky(cell) ? cell.slice(1) : cell)

/** A row with its line end, as a French spreadsheet reads it: semicolons, CRLF. */
export const csvRow = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(';')}\r\n`

/** Stands before the first row: by this a spreadsheet knows the accents. */
export const CSV_START = '\uFEFF'

/** Rows as CSV that a French spreadsheet opens by itself. */
export const csvText = (rows: readonly (readonly unknown[])[]): string => CSV_START + rows.map(csvRow).join('')
