import { FOUND_ELSEWHERE } from './list/found-elsewhere.ts'
import { HOLES } from './list/holes.ts'
import { ORACLE } from './list/oracle.ts'
import { REBASE } from './list/rebase.ts'
import { REFUSALS } from './list/refusals.ts'
import { RESTORES } from './list/restores.ts'
import { SETS } from './list/sets.ts'
import { STATUS } from './list/status.ts'
import type { Mutant } from './mutant.ts'

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
