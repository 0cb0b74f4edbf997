import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { ensurePostgres } from '../../.ci/programs.ts'
import { PROJECT_NAMES } from '../../.ci/test-plan.ts'
import { failuresOf, type Judgement, judge } from './judge.ts'
import type { Mutant } from './mutant.ts'
import { MUTANTS, partsWithoutMutant } from './mutants.ts'
import { type ChosenTests, openWorkspace, type Workspace } from './workspace.ts'

/**
 * `npm run test:mutants [-- words of a bug]`: puts one bug at a time into a copy of the sources and runs the test that must
 * catch it. Fails where one survives, where its test fails without it, or where it no longer applies. `--requirements` takes those that take a part of a
 * requirement out, and fails while a named part of docs/requirements.md has none.
 */

interface Line {
  bug: string
  judgement: Judgement
  seconds: number
}

/** The tests that catch these mutants, by their projects. */
function baselines(mutants: readonly Mutant[]): ChosenTests[] {
  return PROJECT_NAMES.map((project) => {
    const tests = mutants.map(({ caughtBy }) => caughtBy).filter((test) => test.project === project)
    return { project, files: [...new Set(tests.map(({ file }) => file))], titles: tests.map(({ title }) => title) }
  }).filter(({ files }) => files.length > 0)
}

/** The same tests, in the same copy, without any mutant. @throws Error when one does not pass */
async function assertBaseline(workspace: Workspace, tests: ChosenTests): Promise<void> {
  const report = await workspace.test(tests)
  for (const title of tests.titles) {
    const judgement = judgeReport(report, title)
    if (judgement.kind !== 'survived')
      throw new Error(`Without any mutant, « ${title} »: ${said(judgement)}. ${failuresOf(report).join('\n')}`)
  }
}

async function tryMutant(workspace: Workspace, { bug, file, edits, caughtBy }: Mutant): Promise<Line> {
  const started = performance.now()
  const putBack = await workspace.plant(file, edits)
  const { project, title } = caughtBy
  const report = await workspace.test({ project, files: [caughtBy.file], titles: [title] })
  await putBack()
  return { bug, judgement: judgeReport(report, title), seconds: (performance.now() - started) / 1000 }
}

const judgeReport = (report: unknown, title: string): Judgement =>
  report === null ? { kind: 'broken', why: 'Vitest left no report' } : judge(report, title)

function said(judgement: Judgement): string {
  if (judgement.kind === 'caught') return judgement.title
  return judgement.kind === 'survived' ? 'SURVIVED' : `BROKEN: ${judgement.why}`
}

/** Does all of the work, by so many workers as there are workspaces. A worker takes the next item when it has done one. */
async function share<T>(
  workspaces: readonly Workspace[],
  items: readonly T[],
  work: (at: Workspace, item: T) => Promise<void>,
) {
  const rest = [...items]
  const worker = async (workspace: Workspace): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(workspace, item)
  }
  await Promise.all(workspaces.map(worker))
}

async function main({ words, ofRequirements }: { words: string; ofRequirements: boolean }): Promise<void> {
  const mutants = MUTANTS.filter(({ bug, proves }) => bug.includes(words) && (!ofRequirements || proves !== undefined))
  if (mutants.length === 0) throw new Error(`No mutant is called « ${words} »`)
  await ensurePostgres()
  const started = performance.now()
  const count = Math.min(availableParallelism(), mutants.length)
  const workspaces = await Promise.all(Array.from({ length: count }, () => openWorkspace()))
  try {
    await share(workspaces, baselines(mutants), assertBaseline)
    const width = Math.max(...mutants.map(({ bug }) => bug.length))
    let caught = 0
    await share(workspaces, mutants, async (workspace, mutant) => {
      const { bug, judgement, seconds } = await tryMutant(workspace, mutant)
      if (judgement.kind === 'caught') caught += 1
      const mark = judgement.kind === 'caught' ? '✓' : '✗'
      console.log(`${mark} ${bug.padEnd(width)}  ${`${seconds.toFixed(1)} s`.padStart(7)}  ${said(judgement)}`)
    })
    const minutes = (performance.now() - started) / 60_000
    console.log(`${caught} of ${mutants.length} mutants caught, ${minutes.toFixed(1)} minutes`)
    const bare = ofRequirements ? partsWithoutMutant(readFileSync('docs/requirements.md', 'utf8'), MUTANTS) : []
    if (bare.length > 0) console.log(`Parts that no mutant takes out: ${bare.join(', ')}`)
    process.exitCode = caught === mutants.length && bare.length === 0 ? 0 : 1
  } finally {
    await Promise.all(workspaces.map((workspace) => workspace.remove()))
  }
}

const REQUIREMENTS = '--requirements'
const args = process.argv.slice(2)
await main({
  words: args.filter((word) => word !== REQUIREMENTS).join(' '),
  ofRequirements: args.includes(REQUIREMENTS),
})
