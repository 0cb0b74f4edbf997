import { readFile, writeFile } from 'node:fs/promises'
import { cpus, release, totalmem } from 'node:os'
import { type Figure, HEAD, lineOf } from './figures.ts'

export const REPORT = 'docs/benchmarks.md'
const [BEGIN, END] = ['<!-- figures: written by npm run bench -->', '<!-- /figures -->']

/** « 2 × AMD EPYC, 24 GB, linux …, Node v20 » */
export const machine = (): string => {
  const [cpu] = cpus()
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${release()}, Node ${process.version}`
}

const nameOf = (line: string): string => line.split(' | ')[0] ?? ''
const isLine = (line: string): boolean => line.startsWith('| ') && !HEAD.includes(line)

/**
 * Writes the figures into the table between the markers of docs/benchmarks.md, each with its day. A run of one part replaces its lines and
 * keeps the others. A line's ratio always comes from one run. Text outside the markers stays.
 */
export async function writeReport(figures: readonly Figure[]): Promise<void> {
  const text = await readFile(REPORT, 'utf8').catch(() => `# Benchmarks\n\n${BEGIN}\n${END}\n`)
  const [start, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (start < 0 || end < start) throw new Error(`${REPORT} has lost its markers`)
  const day = new Date().toISOString().slice(0, 10)
  const lines = new Map(
    text
      .slice(start, end)
      .split('\n')
      .filter(isLine)
      .map((line) => [nameOf(line), line]),
  )
  for (const figure of figures) {
    const line = lineOf({ ...figure, detail: `${figure.detail} (${day})` })
    lines.set(nameOf(line), line)
  }
  const body = ['', `Measured on ${machine()}.`, '', ...HEAD, ...lines.values(), ''].join('\n')
  await writeFile(REPORT, text.slice(0, start + BEGIN.length) + body + text.slice(end))
}
