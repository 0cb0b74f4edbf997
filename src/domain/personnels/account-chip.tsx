import { accountsText } from '../../text/admin/accounts.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'

export type AccountState = 'active' | 'none' | 'disabled'

const COLORS: Record<AccountState, string> = { active: 'green', none: 'grey', disabled: 'red' }

/** Whether somebody can log in. */
export function AccountChip({ state }: { state: AccountState }) {
  return <StateChip size="sm" label={accountsText.states[state]} color={COLORS[state]} />
}
