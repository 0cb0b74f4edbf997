import Papa from 'papaparse'
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '../../../schemas/imports.ts'
import { decodeText } from './decode-text.ts'
import { UnreadableFile } from './limits.ts'
import { type Line, type Sheet, tooManyColumns, tooManyRows } from './sheet.ts'

const SEPARATORS = [';', ',', '\t', '|']
/** Blank lines do not count among the limit's rows, but reading them takes time too. */
const MAX_LINES = MAX_IMPORT_ROWS * 3

export interface CsvFile {
  encoding: string
  separator: string
  sheet: Sheet
}

/** @throws UnreadableFile */
export function readCsv(bytes: Uint8Array): CsvFile {
  const { text, encoding } = decodeText(bytes)
  // Excel says the separator itself in a first line that it does not show.
  const said = /^sep=(.)\r?\n/i.exec(text)
  const lines: Line[] = []
  let number = said ? 1 : 0
  const shown = said ? text.slice(said[0].length) : text
  const separator = said?.[1] ?? guessSeparator(shown)
  Papa.parse<string[]>(shown, {
    delimiter: separator,
    step: ({ data }) => {
      number += 1
      if (number > MAX_LINES) throw tooManyRows()
      if (data.length > MAX_IMPORT_COLUMNS && data.slice(MAX_IMPORT_COLUMNS).some((cell) => cell.trim() !== ''))
        throw tooManyColumns()
      if (data.some((cell) => cell.trim() !== '')) lines.push({ number, cells: data })
    },
  })
  if (lines.length === 0) throw new UnreadableFile('Ce fichier est vide.')
  return { encoding, separator, sheet: { lines, merged: [] } }
}

/** Lines that the separator is guessed by. */
const LOOKED_AT = 20

/**
 * The separator by which most of the first lines have the same number of cells, then the one that makes most cells: « 12,5;7,5 » has a comma in each line too.
 * Papa's own guess counts the empty line at the end, and asks for more than two columns.
 */
function guessSeparator(text: string): string {
  const head = text.slice(0, 64 * 1024)
  let best = { separator: ';', alike: 0, cells: 1 }
  for (const separator of SEPARATORS) {
    const { data } = Papa.parse<string[]>(head, { delimiter: separator, preview: LOOKED_AT, skipEmptyLines: 'greedy' })
    const counts = data.map((cells) => cells.length)
    for (const cells of new Set(counts)) {
      const alike = cells > 1 ? counts.filter((count) => count === cells).length : 0
      if (alike > best.alike || (alike === best.alike && cells > best.cells)) best = { separator, alike, cells }
    }
  }
  return best.separator
}
