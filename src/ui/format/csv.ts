/** First characters that a spreadsheet reads as a formula, and the blanks that may precede one. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/** Whether a spreadsheet may run the text; with apostrophes before it, too, so that the one that is added can be told from the text's own. */
const isRisky = (text: string): boolean => {
  const bare = text.replace(/^'+/, '')
  return FORMULA.test(bare.trimStart()) || FORMULA.test(bare)
}

/** A cell: a leading apostrophe keeps a spreadsheet from running it, quotes keep separators and line breaks inside it. */
export function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = isRisky(text) ? `'${text}` : text
  return /[";\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a cell that `csvCell` wrote: without the apostrophe that keeps a spreadsheet from running it. */
export const csvValue = (cell: string): string => (cell.startsWith("'") && isRisky(cell) ? cell.slice(1) : cell)

/** Rows as CSV that a French spreadsheet opens by itself: semicolons, CRLF, and a byte order mark for the accents. */
export const csvText = (rows: readonly (readonly unknown[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(csvCell).join(';')).join('\r\n')}\r\n`

/** Downloads a file under this name. */
export function downloadFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has read the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Downloads a text as a file of this name. */
export const downloadText = (name: string, text: string, type = 'text/csv;charset=utf-8'): void =>
  downloadFile(name, new Blob([text], { type }))
