import { useLocalStorage } from '@mantine/hooks'
import { useSession } from './session.tsx'
import { STORAGE_KEYS } from './session-store.ts'

/**
 * The agency workspace (TEN-07): whose records the lists show. A filter, never a right; kept per device. null = all my agencies.
 */
export function useAgencyFilter(): { agence: string | null; setAgence: (agence: string | null) => void } {
  const { account } = useSession()
  const [stored, setStored] = useLocalStorage<string | null>({
    key: STORAGE_KEYS.agency,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const [only] = account.agences
  // With one agency there is nothing to choose; an agency that I no longer belong to no longer filters.
  if (account.agences.length <= 1) return { agence: only ?? null, setAgence: setStored }
  return { agence: stored !== null && account.agences.includes(stored) ? stored : null, setAgence: setStored }
}
