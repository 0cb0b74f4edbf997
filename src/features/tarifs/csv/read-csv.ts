import Papa from 'papaparse'

/** What French spreadsheets put between two cells; their locale decides which. */
const SEPARATORS = [';', ',', '\t']
export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252'

export interface CsvTable {
  rows: string[][]
  separator: string
  encoding: Encoding
  /** A quote that opens a cell is never closed: the rest of the file is one cell. */
  isOpen: boolean
}

/**
 * The text of a file that says nothing of its encoding. Text of another encoding is hardly ever valid UTF-8, so whatever is no UTF-8 is what older versions
 * of Excel write. « Texte Unicode » of Excel begins with the mark of UTF-16.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

/** The table of a CSV file: its separator, its encoding and its line ends are found out; cells in quotes hold separators and line breaks. */
export function readCsv(bytes: Uint8Array): CsvTable {
  const { text, encoding } = decodeText(bytes)
  // « sep=; » is a line for Excel alone.
  const named = /^sep=(.)\r?\n/.exec(text)
  const body = named ? text.slice(named[0].length) : text
  const separator = named?.[1] ?? separatorOf(body)
  const { data, errors } = Papa.parse<string[]>(body, { delimiter: separator, skipEmptyLines: false })
  return { rows: data, separator, encoding, isOpen: errors.some(({ code }) => code === 'MissingQuotes') }
}

/** The separator that the header has most of: a decimal comma stands in no header. */
function separatorOf(text: string): string {
  const counts = SEPARATORS.map((separator) => {
    const { data } = Papa.parse<string[]>(text, { delimiter: separator, preview: 1 })
    return { separator, cells: data[0]?.length ?? 0 }
  })
  return counts.reduce((best, one) => (one.cells > best.cells ? one : best)).separator
}
