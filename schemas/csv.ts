/** First characters that a spreadsheet reads as a formula, and the blanks that may precede one. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/** A cell: a leading apostrophe keeps a spreadsheet from running it, quotes keep separators and line breaks inside it. */
export function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = FORMULA.test(text.trimStart()) || FORMULA.test(text) ? `'${text}` : text
  return /[";\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Stands before the first row, so that a spreadsheet reads the accents. */
export const CSV_START = '\uFEFF'

/** A row with its line end, as a French spreadsheet reads it: semicolons, CRLF. */
export const csvRow = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(';')}\r\n`
