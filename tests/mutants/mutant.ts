import type { ProjectName } from '../../.ci/test-plan.ts'
import type { Edit } from './plant.ts'

/** A bug, ready to be planted in our sources, or in the oracle of the fault runs. */
export interface Mutant {
  bug: string
  file: string
  edits: readonly Edit[]
  /** The cheapest test that must catch it: words of its title are enough. It also runs without the mutant, and must pass. */
  caughtBy: { project: ProjectName; file: string; title: string }
}
