import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '../../../schemas/imports.ts'
import { cellPlace, numberText, percentText, type Shown, serialText, unescapeCell } from './cell-values.ts'
import { MAX_CELL, MAX_MERGED, MAX_TEXT, tooLarge, UnreadableFile } from './limits.ts'
import { type Area, type Line, type Sheet, tooManyColumns, tooManyRows } from './sheet.ts'
import { unzip } from './unzip.ts'
import { readSharedStrings, readStyles, readWorkbook } from './workbook.ts'
import { readXml } from './xml.ts'

export interface XlsxFile {
  sheets: string[]
  /** The name of the sheet that was read. */
  name: string
  sheet: Sheet
}

/** Pictures, macros and printer settings are never unpacked. */
const isRead = (name: string): boolean =>
  /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/.test(name)

/**
 * One sheet of a workbook: the named one, else the first that holds something. A formula gives the value that the spreadsheet stored for it.
 * @throws UnreadableFile
 */
export function readXlsx(bytes: Uint8Array, wanted: string | null): XlsxFile {
  const parts = unzip(bytes, isRead)
  const book = readWorkbook(parts)
  const shared = readSharedStrings(parts.get('xl/sharedStrings.xml'))
  const styles = readStyles(parts.get('xl/styles.xml'))
  const sheets = book.sheets.map(({ name }) => name)
  for (const { name, part } of book.sheets) {
    if (wanted !== null && name !== wanted) continue
    const sheet = readSheet(parts.get(part) ?? new Uint8Array(), { shared, styles, from1904: book.from1904 })
    if (sheet.lines.length > 0 || wanted !== null) return { sheets, name, sheet }
  }
  throw new UnreadableFile(wanted === null ? 'Ce classeur est vide.' : 'Ce classeur n’a pas cette feuille.')
}

interface Words {
  shared: readonly string[]
  styles: readonly Shown[]
  from1904: boolean
}

/** The text of one cell by its type and style. */
function cellText(raw: string, type: string, style: number, { shared, styles, from1904 }: Words): string {
  switch (type) {
    case 's':
      return unescapeCell(shared[Number(raw)] ?? '')
    case 'str':
    case 'inlineStr':
      return unescapeCell(raw)
    case 'b':
      return raw === '1' ? 'oui' : 'non'
    case 'e':
      return raw
    case 'd':
      return raw.slice(0, 16).replace('T', ' ')
  }
  if (raw === '') return ''
  const value = Number(raw)
  if (Number.isNaN(value)) return raw
  if (styles[style] === 'day') return serialText(value, from1904)
  return styles[style] === 'percent' ? percentText(value) : numberText(value)
}

function readSheet(bytes: Uint8Array, words: Words): Sheet {
  const lines: Line[] = []
  const merged: Area[] = []
  let row = -1
  let [column, type, style, raw, reading, size] = [-1, '', 0, '', false, 0]
  let cells: string[] = []
  readXml(bytes, {
    open: (name, attribute) => {
      if (name === 'row') {
        row = attribute('r') === undefined ? row + 1 : Number(attribute('r')) - 1
        ;[column, cells] = [-1, []]
      } else if (name === 'c') {
        // Some programs leave the place out: then it is the next one.
        column = cellPlace(attribute('r') ?? '')?.column ?? column + 1
        ;[type, style, raw] = [attribute('t') ?? 'n', Number(attribute('s') ?? 0), '']
      } else if (name === 'v' || name === 't') reading = true
      else if (name === 'mergeCell' && merged.length < MAX_MERGED) {
        const [from, to] = (attribute('ref') ?? '').split(':').map((one) => cellPlace(one))
        if (from && to && to.row > from.row) merged.push({ top: from.row, bottom: to.row, left: from.column })
      }
    },
    text: (text) => {
      if (reading && raw.length < MAX_CELL) raw += text
    },
    close: (name) => {
      if (name === 'v' || name === 't') reading = false
      else if (name === 'c') {
        const text = cellText(raw, type, style, words).slice(0, MAX_CELL)
        if (text.trim() === '') return
        if (column >= MAX_IMPORT_COLUMNS) throw tooManyColumns()
        size += text.length
        if (size > MAX_TEXT) throw tooLarge()
        while (cells.length < column) cells.push('')
        cells[column] = text
      } else if (name === 'row' && cells.length > 0) {
        lines.push({ number: row + 1, cells })
        // Titles may stand above the headings.
        if (lines.length > MAX_IMPORT_ROWS + 100) throw tooManyRows()
      }
    },
  })
  return { lines, merged }
}
