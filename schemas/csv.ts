/** First characters that a spreadsheet reads as a formula, and the blanks that may precede one. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/** A cell: a leading apostrophe keeps a spreadsheet from running it, quotes keep separators and line breaks inside it. */
export function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = FORMULA.test(text.trimStart()) || FORMULA.test(text) ? `'${text}` : text
  return /[";\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Lines of a CSV without its beginning, for one that is written page by page. */
export const csvLines = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(';')}\r\n`).join('')

/** By this a spreadsheet knows the accents. */
export const CSV_MARK = '\uFEFF'

/** Rows as CSV that a French spreadsheet opens by itself: semicolons, CRLF, and a byte order mark for the accents. */
export const csvText = (rows: readonly (readonly unknown[])[]): string => CSV_MARK + csvLines(rows)
