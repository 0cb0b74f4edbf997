import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from '../../../.ci/programs.ts'
import { today } from '../../../schemas/dates.ts'
import { machine } from '../../bench/report.ts'
import { DAYS_FOLDER, type Task } from '../support/day.ts'

/**
 * `npm run days`: lives every day of tests/journeys/days in a browser, and writes what its tasks cost into docs/days.md. Words after `--` choose the days
 * (`npm run days -- rep`); the tables of the others then stay as they are.
 */

const DOCUMENT = 'docs/days.md'
const begin = (person: string): string => `<!-- day: ${person} -->`
const END = '<!-- /day -->'
const LAST = '## What the figures do not say'

/** Characters that a person types are a number, and a task without any has none. */
const cells = ({ task, taps, goal, typed, seconds, offline }: Task): string =>
  `| ${[task, taps, `≤ ${goal}`, typed || '', seconds.toFixed(1), offline ? 'without' : 'with'].join(' | ')} |`

function section(person: string, tasks: readonly Task[]): string {
  const sum = (read: (task: Task) => number): number => tasks.reduce((all, task) => all + read(task), 0)
  const whole = `| **all** | ${sum(({ taps }) => taps)} | | ${sum(({ typed }) => typed) || ''} | ${sum(({ seconds }) => seconds).toFixed(1)} | |`
  return [
    begin(person),
    `Measured on ${today('Europe/Paris')} on ${machine()}.`,
    '',
    '| Task | Taps | Goal | Typed | Seconds | Network |',
    '|---|---|---|---|---|---|',
    ...tasks.map(cells),
    whole,
    END,
  ].join('\n')
}

/** Puts a person's table in the place of the former one; a new person gets a place before the last chapter. */
function put(text: string, person: string, tasks: readonly Task[]): string {
  const from = text.indexOf(begin(person))
  const to = text.indexOf(END, from)
  if (from >= 0 && to >= 0) return text.slice(0, from) + section(person, tasks) + text.slice(to + END.length)
  const last = text.indexOf(LAST)
  if (last < 0) throw new Error(`${DOCUMENT} has lost « ${LAST} »`)
  const heading = `## ${person[0]?.toUpperCase()}${person.slice(1)}`
  return `${text.slice(0, last)}${heading}\n${section(person, tasks)}\n\n${text.slice(last)}`
}

rmSync(DAYS_FOLDER, { recursive: true, force: true })
await ensureChromium()
const chosen = process.argv.slice(2).map((word) => `tests/journeys/days/${word}`)
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    ...['run', '--project', 'journeys', '--maxWorkers', '1'],
    ...(chosen.length > 0 ? chosen : ['tests/journeys/days']),
  ],
  { stdio: 'inherit' },
)
if (status !== 0) {
  console.error(`A day failed: ${DOCUMENT} stays as it is.`)
  process.exit(1)
}
let text = readFileSync(DOCUMENT, 'utf8')
for (const file of readdirSync(DAYS_FOLDER)) {
  const tasks = JSON.parse(readFileSync(join(DAYS_FOLDER, file), 'utf8')) as Task[]
  text = put(text, file.replace(/\.json$/, ''), tasks)
}
writeFileSync(DOCUMENT, text)
console.log(`${DOCUMENT} is written`)
