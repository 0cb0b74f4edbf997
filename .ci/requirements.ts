import { readFileSync } from 'node:fs'
import { type Coverage, coverageOf, sectionsOf } from './requirement-ids.ts'
import { PROJECT_NAMES } from './test-plan.ts'
import { readOutcomes, resultsFile } from './test-results.ts'

/** `npm run requirements`: which lines of docs/requirements.md the last `npm run test:full` proved. `--json` for programs. */

const sections = sectionsOf(readFileSync('docs/requirements.md', 'utf8'))
const missing: string[] = []
const outcomes = PROJECT_NAMES.flatMap((name) => {
  const found = readOutcomes(resultsFile(name))
  if (!found) missing.push(name)
  return found ?? []
})
const coverage = coverageOf(sections, outcomes)

if (process.argv.includes('--json')) console.log(JSON.stringify({ ...coverage, missing }, null, 2))
else print(coverage)

function print({ sections: parts, covered, total, unknown, partless }: Coverage): void {
  for (const part of parts) {
    const size = part.covered.length + part.uncovered.length
    console.log(`${part.title} (${part.covered.length} of ${size})`)
    if (part.covered.length > 0) console.log(`  covered    ${part.covered.join(' ')}`)
    if (part.uncovered.length > 0) console.log(`  uncovered  ${part.uncovered.join(' ')}`)
  }
  console.log('')
  if (unknown.length > 0) console.log(`In titles but not in docs/requirements.md: ${unknown.join(', ')}`)
  if (partless.length > 0) console.log(`In titles without the part that they prove: ${partless.join(' ')}`)
  if (missing.length > 0) console.log(`No results of ${missing.join(', ')}: run npm run test:full`)
  console.log(`${covered} of ${total} covered`)
}
