import { DEFAULT_ZONE, today } from '../../../schemas/dates.ts'
import { firstWeeks } from '../../../schemas/rules/first-screen.ts'
import { readStoredWeeks } from '../../../sync/device/stored-weeks.ts'
import type { Identity } from '../../../sync/identity.ts'
import type { EarlyRows } from '../../../sync/replicate/early-rows.ts'
import { sessionStore } from '../session/session-store.ts'

/** The weeks that an agenda opens on, as this device has them. */
export const readWeeks = (identity: Identity): Promise<EarlyRows | null> =>
  readStoredWeeks(identity, firstWeeks(today(sessionStore.get().company?.FUSEAU || DEFAULT_ZONE)))
