import { useAdminSession } from '../../app/admin-session.ts'
import { callApi } from '../../app/api.ts'
import { useSession } from '../../app/session.tsx'
import { useSync } from '../../app/sync-context.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { Columns } from '../../components/resource/panel.tsx'
import { FactorsPanel } from '../../components/second-factor/factors-panel.tsx'
import { useLiveRecord } from '../../db/use-live.ts'
import { compteText as text } from '../../text/compte.ts'
import { PasswordPanel } from './password-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { useOwnSessions } from './use-own-sessions.ts'

/**
 * `/manager/compte`. The profile is read without a network; all that is changed here is the office's alone to change. What protects the account is
 * its owner's alone to see: whoever acts as them sees none of it.
 */
export function StaffAccount() {
  const { account } = useSession()
  const { online } = useSync().status
  const record = useLiveRecord('personnel', account.id)
  const reading = useOwnSessions(callApi, online)
  const panel = { call: callApi, online, readOnly: useAdminSession() !== null }
  const person = record ?? account.personnel
  return (
    <>
      <PageHeader title={text.title} subtitle={text.subtitle} />
      <Columns
        main={
          <>
            <ProfilePanel person={person} {...panel} />
            <SessionsPanel reading={reading} {...panel} />
          </>
        }
        side={
          <>
            <PasswordPanel mail={person.MAIL} onChanged={reading.again} {...panel} />
            {panel.readOnly ? null : <FactorsPanel />}
          </>
        }
      />
    </>
  )
}
