import type { ProjectName } from '../../.ci/test-plan.ts'
import { FOUND_ELSEWHERE } from './list/found-elsewhere.ts'
import { HOLES } from './list/holes.ts'
import { ORACLE } from './list/oracle.ts'
import { REBASE } from './list/rebase.ts'
import { REFUSALS } from './list/refusals.ts'
import { RESTORES } from './list/restores.ts'
import { SETS } from './list/sets.ts'
import { STATUS } from './list/status.ts'
import type { Edit } from './plant.ts'

/** A bug, ready to be planted in our sources, or in the oracle of the fault runs. */
export interface Mutant {
  bug: string
  file: string
  edits: readonly Edit[]
  /** The cheapest test that must catch it: words of its title are enough. It also runs without the mutant, and must pass. */
  caughtBy: { project: ProjectName; file: string; title: string }
}

export const MUTANTS: readonly Mutant[] = [
  ...FOUND_ELSEWHERE,
  ...HOLES,
  ...SETS,
  ...REBASE,
  ...REFUSALS,
  ...RESTORES,
  ...STATUS,
  ...ORACLE,
]
