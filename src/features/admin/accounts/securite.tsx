import { useAdminSession } from '../../../app/admin-session.ts'
import { PageHeader } from '../../../components/page-header.tsx'
import { FactorsPanel } from '../../../components/second-factor/factors-panel.tsx'
import { securiteText as text } from '../../../text/securite.ts'

/** `/admin/securite`: the second factors of the administrator's account. */
export function AdminSecurite() {
  const session = useAdminSession()
  if (!session) return null
  return (
    <>
      <PageHeader title={text.title} subtitle={text.intro} />
      <FactorsPanel token={session.token} />
    </>
  )
}
