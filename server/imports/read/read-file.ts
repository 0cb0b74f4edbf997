import { cleanText } from '../../../schemas/clean-json.ts'
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '../../../schemas/imports.ts'
import { REFERENCE_HEADINGS } from '../../../schemas/rules/articles.ts'
import { normalise } from '../../../schemas/search.ts'
import { knownHeadings } from '../headings.ts'
import { MAX_CELL, UnreadableFile } from './limits.ts'
import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { type Line, type Sheet, tooManyRows } from './sheet.ts'

/** A file as lines of texts, whatever it was. */
export interface ReadFile {
  format: 'csv' | 'xlsx'
  encodage: string | null
  separateur: string | null
  feuilles: string[]
  feuille: string | null
  /** Number of the line of the headings. */
  entete: number
  titres: string[]
  /** The lines below the headings that are not empty; each has as many cells as there are headings. */
  lines: Line[]
}

/** Headings stand on one of the first lines that hold something; titles and notes may stand above them. */
const LOOKED_AT = 15

/** What the lines of a file are: its headings are known by that. */
export type Contents = 'clients' | 'articles'

const isOpenDocument = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(30, 80)).toString('latin1').startsWith('mimetypeapplication/vnd.oasis.opendocument')

/** @param wanted name of a sheet; null: the first that holds something. @throws UnreadableFile */
export function readFile(bytes: Uint8Array, wanted: string | null, contents: Contents = 'clients'): ReadFile {
  if (isOpenDocument(bytes))
    throw new UnreadableFile('Ce classeur est au format de LibreOffice (ODS). Enregistrez-le en XLSX ou en CSV.')
  // « PK » alone may begin a heading.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03) {
    const { sheets, name, sheet } = readXlsx(bytes, wanted)
    return {
      format: 'xlsx',
      encodage: null,
      separateur: null,
      feuilles: sheets,
      feuille: name,
      ...tidy(sheet, contents),
    }
  }
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw new UnreadableFile(
      'Ce classeur est dans un ancien format (XLS) ou protégé par un mot de passe. Enregistrez-le en XLSX ou en CSV.',
    )
  const { encoding, separator, sheet } = readCsv(bytes)
  return {
    format: 'csv',
    encodage: encoding,
    separateur: separator,
    feuilles: [],
    feuille: null,
    ...tidy(sheet, contents),
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: spreadsheets let them through, and nobody can see or correct them
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff\u200b]/g

/** A cell without what nobody sees; the apostrophe that keeps a spreadsheet from running a text as a formula is taken off again. */
const cleanCell = (text: string): string =>
  cleanText(text.slice(0, MAX_CELL).replace(CONTROLS, '').replaceAll('\u00a0', ' ').trim()).replace(
    /^'(?=\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/,
    '',
  )

/** Finds the headings, and leaves out empty lines and columns. */
function tidy({ lines: found, merged }: Sheet, contents: Contents): Pick<ReadFile, 'entete' | 'titres' | 'lines'> {
  const all = found.map(({ number, cells }) => ({ number, cells: cells.map(cleanCell) }))
  const head = headingLine(all, contents)
  if (!head) throw new UnreadableFile('Ce fichier est vide.')
  const lines = all.slice(all.indexOf(head) + 1)
  if (lines.length === 0) throw new UnreadableFile('Ce fichier n’a aucune ligne sous ses titres de colonnes.')
  if (lines.length > MAX_IMPORT_ROWS) throw tooManyRows()
  fillDown(lines, merged)
  const used = new Set<number>()
  for (const { cells } of [head, ...lines]) for (const [i, cell] of cells.entries()) if (cell !== '') used.add(i)
  const columns = [...used].sort((a, b) => a - b).filter((i) => i < MAX_IMPORT_COLUMNS)
  return {
    entete: head.number,
    titres: columns.map((i) => (head.cells[i] ?? '').replace(/\s+/g, ' ').slice(0, 200) || `Colonne ${columnName(i)}`),
    lines: lines
      .map(({ number, cells }) => ({ number, cells: columns.map((i) => cells[i] ?? '') }))
      .filter(({ cells }) => cells.some((cell) => cell !== '')),
  }
}

const COUNT_KNOWN: Record<Contents, (cells: readonly string[]) => number> = {
  clients: knownHeadings,
  // Each line of a price list has its reference.
  articles: (cells) => (cells.some((cell) => REFERENCE_HEADINGS.includes(normalise(cell))) ? 1 : 0),
}

/** The line among the first ones that names most columns that we know; the first line where none does. */
function headingLine(lines: readonly Line[], contents: Contents): Line | undefined {
  let best: { line: Line; known: number } | undefined
  for (const line of lines.slice(0, LOOKED_AT)) {
    const known = COUNT_KNOWN[contents](line.cells)
    if (!best || known > best.known) best = { line, known }
  }
  return best?.line
}

/** A cell that spans several lines is the value of each: « one client, three projects ». */
function fillDown(lines: readonly Line[], merged: Sheet['merged']): void {
  const byNumber = new Map(lines.map((line) => [line.number, line]))
  const last = lines.at(-1)?.number ?? 0
  for (const { top, bottom, left } of merged) {
    const value = byNumber.get(top + 1)?.cells[left] ?? ''
    if (value === '') continue
    for (let number = top + 2; number <= Math.min(bottom + 1, last); number += 1) {
      const cells = byNumber.get(number)?.cells
      if (!cells) continue
      while (cells.length < left) cells.push('')
      cells[left] = value
    }
  }
}

/** 0 → A, 27 → AB */
const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))
