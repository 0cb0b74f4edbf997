import { readArguments } from '../support/command-line.ts'
import { embeddedDatabase } from '../support/engines.ts'
import { embeddedPorts } from '../support/test-app.ts'
import { liveThrough, type Measure, unbounded } from './years.ts'

/**
 * `npm run test:retention -- --people 30 --step 7`: plays two years of a company, `step` days at once with the rows of all of them, and prints what
 * each table then holds.
 */
const MONTHS = [6, 12, 18, 24]
const DAYS = 730
const started = Date.now()
const db = await embeddedDatabase()
const { files } = embeddedPorts()
const years = { writes: 40, days: DAYS, ...readArguments(process.argv.slice(2), { people: 30, step: 7 }) }
const lived = await liveThrough(
  { db, files },
  years,
  MONTHS.map((month) => Math.floor((month * DAYS) / 24)),
)
const { measures, removed } = lived
const faults = await unbounded(db, lived)
await db.close()

const size = (bytes: number): string =>
  bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
const cell = ({ tables }: Measure, name: string): string => {
  const { rows = 0, bytes = 0 } = tables.find((one) => one.name === name) ?? {}
  return `${rows.toLocaleString('en')} · ${size(bytes)}`
}
console.log(`| table | ${measures.map(({ day }) => `day ${day}`).join(' | ')} |`)
console.log(`|---|${MONTHS.map(() => '---|').join('')}`)
for (const { name, rows } of measures.at(-1)?.tables ?? []) {
  if (rows > 0) console.log(`| \`${name}\` | ${measures.map((one) => cell(one, name)).join(' | ')} |`)
}
const whole = ({ tables }: Measure): string => size(tables.reduce((sum, { bytes }) => sum + bytes, 0))
console.log(`| all | ${measures.map(whole).join(' | ')} |`)
console.log(
  `\nThe job removed ${Object.values(removed)
    .reduce((sum, count) => sum + count, 0)
    .toLocaleString('en')} rows.`,
)
console.log(`${Math.round((Date.now() - started) / 1000)} s.`)
for (const fault of faults) console.error(fault)
if (faults.length > 0 || measures.length !== MONTHS.length) process.exit(1)
