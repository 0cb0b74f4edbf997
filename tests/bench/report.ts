import { readFile, writeFile } from 'node:fs/promises'
import { cpus, release, totalmem } from 'node:os'
import { type Figure, table } from './figures.ts'

const FILE = 'docs/benchmarks.md'
const [BEGIN, END] = ['<!-- figures: written by npm run bench -->', '<!-- /figures -->']

const machine = (): string => {
  const [cpu] = cpus()
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${release()}, Node ${process.version}`
}

/** Puts the table between the markers of docs/benchmarks.md; what people wrote around them stays. Answers the path. */
export async function writeReport(figures: readonly Figure[]): Promise<string> {
  const text = await readFile(FILE, 'utf8').catch(() => `# Benchmarks\n\n${BEGIN}\n${END}\n`)
  const [start, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (start < 0 || end < start) throw new Error(`${FILE} has lost its markers`)
  const reached = figures.filter(({ met }) => met).length
  const goals = figures.filter(({ met }) => met !== null).length
  const body = [
    '',
    `Measured ${new Date().toISOString().slice(0, 10)} on ${machine()}. ${reached} of ${goals} goals reached.`,
    '',
    table(figures),
    '',
  ].join('\n')
  await writeFile(FILE, text.slice(0, start + BEGIN.length) + body + text.slice(end))
  return FILE
}
