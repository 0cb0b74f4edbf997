import { DEFAULT_ZONE, mondayOf, today } from '../../../schemas/dates.ts'
import { firstWeeks } from '../../../schemas/rules/first-screen.ts'
import { readStoredWeeks } from '../../../sync/device/stored-weeks.ts'
import type { Identity } from '../../../sync/identity.ts'
import type { EarlyRows } from '../../../sync/replicate/early-rows.ts'
import { sessionStore } from '../session/session-store.ts'

/** The weeks that an agenda opens on, as this device has them: this week and the next one. On a phone four days may begin in one and end in the other. */
export function readWeeks(identity: Identity): Promise<EarlyRows | null> {
  const day = today(sessionStore.get().company?.FUSEAU || DEFAULT_ZONE)
  return readStoredWeeks(identity, { from: mondayOf(day), to: firstWeeks(day).to })
}
