import type { ProjectName } from '../../.ci/test-plan.ts'
import type { Edit } from './plant.ts'

/** A bug to put into our sources, or into the oracle of the fault runs. */
export interface Mutant {
  bug: string
  /** The part of a requirement that the bug takes out, `SET-01 first-admin`; the test's title cites it. */
  proves?: string
  file: string
  edits: readonly Edit[]
  /** The cheapest test that must catch it, by words of its title. The test also runs without the mutant, and must pass. */
  caughtBy: { project: ProjectName; file: string; title: string }
}
