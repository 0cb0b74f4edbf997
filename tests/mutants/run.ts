import { ensurePostgres } from '../../.ci/programs.ts'
import { PROJECT_NAMES } from '../../.ci/test-plan.ts'
import { type Judgement, judge } from './judge.ts'
import type { Mutant } from './mutant.ts'
import { MUTANTS } from './mutants.ts'
import { openWorkspace, type Workspace } from './workspace.ts'

/**
 * `npm run test:mutants [-- words of a bug]`: puts one bug at a time into a copy of the sources and runs the test that must
 * catch it. Fails where one survives, where its test fails without it, or where it no longer applies.
 */

interface Line {
  bug: string
  judgement: Judgement
  seconds: number
}

/** The same tests, in the same copy, without any mutant. @throws Error when one does not pass */
async function assertBaseline(workspace: Workspace, mutants: readonly Mutant[]): Promise<void> {
  for (const project of PROJECT_NAMES) {
    const tests = mutants.map(({ caughtBy }) => caughtBy).filter((test) => test.project === project)
    if (tests.length === 0) continue
    const files = [...new Set(tests.map(({ file }) => file))]
    const report = await workspace.test({ project, files, titles: tests.map(({ title }) => title) })
    for (const { title } of tests) {
      const judgement = judgeReport(report, title)
      if (judgement.kind !== 'survived') throw new Error(`Without any mutant, « ${title} »: ${said(judgement)}`)
    }
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

async function main(words: string): Promise<void> {
  const mutants = MUTANTS.filter(({ bug }) => bug.includes(words))
  if (mutants.length === 0) throw new Error(`No mutant is called « ${words} »`)
  await ensurePostgres()
  const workspace = await openWorkspace()
  try {
    await assertBaseline(workspace, mutants)
    const width = Math.max(...mutants.map(({ bug }) => bug.length))
    let caught = 0
    for (const mutant of mutants) {
      const { bug, judgement, seconds } = await tryMutant(workspace, mutant)
      if (judgement.kind === 'caught') caught += 1
      const mark = judgement.kind === 'caught' ? '✓' : '✗'
      console.log(`${mark} ${bug.padEnd(width)}  ${`${seconds.toFixed(1)} s`.padStart(7)}  ${said(judgement)}`)
    }
    console.log(`${caught} of ${mutants.length} mutants caught`)
    process.exitCode = caught === mutants.length ? 0 : 1
  } finally {
    await workspace.remove()
  }
}

await main(process.argv.slice(2).join(' '))
