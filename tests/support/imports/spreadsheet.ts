import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { onPath } from '../../../.ci/programs.ts'

/** LibreOffice, where the machine has it: nothing installs it, because it is larger than all else that the tests need. */
export const findLibreOffice = (): string | undefined => onPath(['soffice', 'libreoffice'])

/** Text, semicolons between its cells, UTF-8, from the first line on. */
const FILTER = '--infilter=Text - txt - csv (StarCalc):59,34,76,1'

/** A CSV file as a workbook that LibreOffice wrote. It reads what looks like a number as one, as it does for whoever opens such a file. */
export async function workbookOf(program: string, csv: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'lolapp-workbook-'))
  try {
    await writeFile(join(folder, 'clients.csv'), csv)
    // A profile of its own: a second LibreOffice on the same one does nothing and ends without an error.
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
    await promisify(execFile)(
      program,
      [profile, '--headless', FILTER, '--convert-to', 'xlsx', '--outdir', folder, join(folder, 'clients.csv')],
      { timeout: 600_000 },
    )
    return await readFile(join(folder, 'clients.xlsx'))
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Its second sheet holds the clients; the first one is empty. */
const SHEET = 'xl/worksheets/sheet2.xml'
const STRINGS = 'xl/sharedStrings.xml'
const ROW = 'customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0" collapsed="false"'

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/**
 * The stored workbook of LibreOffice with other rows in its second sheet, written as LibreOffice writes them: texts shared, and what looks like a number as one,
 * which loses its first zero. For machines without LibreOffice.
 */
export function asLibreOffice(rows: readonly (readonly string[])[]): Buffer {
  const parts = unzipSync(readFileSync(new URL('clients.xlsx', import.meta.url)))
  const strings = new Map<string, number>()
  const cell = (text: string, name: string): string => {
    if (text === '') return ''
    if (/^\d+$/.test(text)) return `<c r="${name}" s="0" t="n"><v>${Number(text)}</v></c>`
    if (!strings.has(text)) strings.set(text, strings.size)
    return `<c r="${name}" s="0" t="s"><v>${strings.get(text)}</v></c>`
  }
  const lines = rows.map((cells, index) => {
    const number = index + 1
    const inside = cells.map((text, column) => cell(text, `${String.fromCharCode(65 + column)}${number}`)).join('')
    return `<row r="${number}" ${ROW}>${inside}</row>`
  })
  const sheet = strFromU8(parts[SHEET] as Uint8Array)
    .replace(
      /<sheetData>.*<\/sheetData>(<mergeCells.*<\/mergeCells>)?/s,
      () => `<sheetData>${lines.join('')}</sheetData>`,
    )
    .replace(
      /<dimension ref="[^"]*"\/>/,
      `<dimension ref="A1:${String.fromCharCode(64 + (rows[0]?.length ?? 1))}${rows.length}"/>`,
    )
  const texts = [...strings.keys()].map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
  const shared = strFromU8(parts[STRINGS] as Uint8Array)
    .replace(/<si>.*<\/si>/s, () => texts.join(''))
    .replace(/ (count|uniqueCount)="\d+"/g, ` $1="${texts.length}"`)
  return Buffer.from(zipSync({ ...parts, [SHEET]: strToU8(sheet), [STRINGS]: strToU8(shared) }))
}
