import { citationsOf, sectionsOf } from '../../.ci/requirement-ids.ts'
import { ADDRESSES } from './list/addresses.ts'
import { CONTRACT } from './list/contract.ts'
import { FOUND_ELSEWHERE } from './list/found-elsewhere.ts'
import { HOLES } from './list/holes.ts'
import { ORACLE } from './list/oracle.ts'
import { REBASE } from './list/rebase.ts'
import { REFUSALS } from './list/refusals.ts'
import { REQUIREMENTS } from './list/requirements.ts'
import { DAY_PARTS } from './list/requirements-day.ts'
import { LINE_PARTS } from './list/requirements-lines.ts'
import { SCREENS } from './list/requirements-screens.ts'
import { SET_PARTS } from './list/requirements-set.ts'
import { RESTORES } from './list/restores.ts'
import { SETS } from './list/sets.ts'
import { STATUS } from './list/status.ts'
import { STORAGE } from './list/storage.ts'
import { UNSEEN } from './list/unseen.ts'
import { VERSIONS } from './list/versions.ts'
import type { Mutant } from './mutant.ts'

export const MUTANTS: readonly Mutant[] = [
  ...ADDRESSES,
  ...CONTRACT,
  ...FOUND_ELSEWHERE,
  ...HOLES,
  ...SETS,
  ...REBASE,
  ...REFUSALS,
  ...RESTORES,
  ...STATUS,
  ...STORAGE,
  ...ORACLE,
  ...REQUIREMENTS,
  ...SCREENS,
  ...LINE_PARTS,
  ...DAY_PARTS,
  ...SET_PARTS,
  ...UNSEEN,
  ...VERSIONS,
]

/** Sections whose parts need no mutant: French law is not yet written as dated rules; what runs the product has commands of its own (several processes, a tree). */
const OTHER_PROOF = /^(LAW|OPS)-/

/**
 * @param list text of docs/requirements.md
 * @returns the parts of requirements that none of these mutants takes out, and should. A requirement without named parts has none.
 */
export function partsWithoutMutant(list: string, mutants: readonly Mutant[]): string[] {
  const taken = new Set(mutants.map(({ proves }) => proves))
  const named = sectionsOf(list).flatMap(({ requirements }) => requirements.flatMap(citationsOf))
  return named.filter((part) => part.includes(' ') && !taken.has(part) && !OTHER_PROOF.test(part))
}
