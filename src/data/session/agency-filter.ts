import { useLocalStorage } from '@mantine/hooks'
import { useLabels, useSession } from './session.tsx'
import { STORAGE_KEYS } from './session-store.ts'

export interface AgencyFilter {
  /** null = all that this person sees. */
  agence: string | null
  setAgence: (agence: string | null) => void
  /** The agencies to choose among: the person's own, or all of the company where the account sees them all. With one there is nothing to choose. */
  choices: readonly string[]
  /** Whether all of the company may be chosen, not all of the person's. */
  seesAll: boolean
}

/** The agency workspace (TEN-07): whose records the lists show. A filter, never a right; kept per device. */
export function useAgencyFilter(): AgencyFilter {
  const { account } = useSession()
  const { agences } = useLabels()
  const [stored, setAgence] = useLocalStorage<string | null>({
    key: STORAGE_KEYS.agency,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const seesAll = account.personnel.TOUTES_AGENCES === 1
  const choices = seesAll ? [...new Set([...agences.map(({ id }) => id), ...account.agences])] : account.agences
  // An agency that I no longer belong to no longer filters.
  const chosen = stored !== null && choices.includes(stored) ? stored : null
  // Whoever has one agency sees no other one; whoever sees all is held to none, also where the company has one.
  const agence = choices.length > 1 ? chosen : seesAll ? null : (choices[0] ?? null)
  return { agence, setAgence, choices, seesAll }
}
