import { useEffect } from 'react'
import { entityOf } from '../../../schemas/resources.ts'
import { entityValues } from '../../../sync/store/local-record.ts'
import { isAdminHost } from '../../data/api/host.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { refreshAccount, refreshCompany } from '../../data/session/session-actions.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { useKeptLogo } from '../../domain/company/company-logo.ts'
import { useKeptStaffPhotos } from '../../domain/personnels/use-staff-photo.ts'

/** How old the session's copies may become while somebody looks at the page. */
const OLD_MS = 5 * 60_000

/** The start of the page has just asked. */
let askedAt = Date.now()

/** Other tabs hear the answer. Without one, what is known stays. */
function refreshWhenOld(): void {
  // A device's clock may have been set to an earlier hour meanwhile.
  if (document.visibilityState !== 'visible' || Math.abs(Date.now() - askedAt) < OLD_MS) return
  askedAt = Date.now()
  void refreshCompany()
  void refreshAccount()
}

/** What a record of the staff says of a person, to compare. */
const said = (record: object): string => {
  const { VERSION: _, ...values } = entityValues(entityOf('personnel'), record as Record<string, unknown>)
  return JSON.stringify(values)
}

/**
 * Draws nothing. Fetches the logo and the colleagues' photos, which are shown without a network later. Keeps the session's copies as current as the records: the
 * company and the account when somebody looks at the page again and after a round of the synchronisation, my roles and agencies as soon as my own record has come
 * with others. The server is asked for them, because a record here may be older than what the session knows already. Nothing is asked by itself during an
 * impersonation: for the server it would be a person's call, which keeps an administrator's forgotten session open (AUT-07).
 */
export function KeptCurrent() {
  const { account } = useSession()
  const { lastSync, online } = useSync().status
  useKeptLogo(online)
  useKeptStaffPhotos(online)
  const record = useLiveRecord('personnel', account.id)
  const known = said(account.personnel)
  const told = record && !isAdminHost() ? said(record) : known
  useEffect(() => {
    document.addEventListener('visibilitychange', refreshWhenOld)
    return () => document.removeEventListener('visibilitychange', refreshWhenOld)
  }, [])
  useEffect(() => {
    if (lastSync !== null && !isAdminHost()) refreshWhenOld()
  }, [lastSync])
  useEffect(() => {
    if (told !== known) void refreshAccount()
  }, [told, known])
  return null
}
