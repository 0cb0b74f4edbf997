import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Text of a PDF as an independent reader (poppler's pdftotext) sees it, page by page, no-break spaces as spaces. */
export async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lolapp-pdf-'))
  try {
    const file = join(folder, 'document.pdf')
    writeFileSync(file, bytes)
    const { stdout, stderr } = await run('pdftotext', ['-layout', '-enc', 'UTF-8', file, '-'])
    // The reader reads a damaged file as far as possible, with warnings.
    if (stderr !== '') throw new Error(`pdftotext: ${stderr}`)
    return stdout
      .replaceAll(/[\u00a0\u202f]/g, ' ')
      .split('\f')
      .slice(0, -1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The text as one line: spaces and line ends become one space. */
export const pdfText = async (bytes: Uint8Array): Promise<string> =>
  (await pdfPages(bytes)).join('\n').replaceAll(/\s+/g, ' ')
