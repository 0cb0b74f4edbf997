import { Text } from '@mantine/core'
import { useAdminSession } from '../../app/admin-session.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { FactorsPanel } from '../../components/second-factor/factors-panel.tsx'
import { securiteText as text } from '../../text/securite.ts'

/** « Sécurité » of a member of the staff: what protects their account. Whoever acts as them sees none of it. */
export function SecuriteScreen() {
  const acting = useAdminSession() !== null
  return (
    <>
      <PageHeader title={text.title} subtitle={text.intro} />
      {acting ? <Text>{text.acting}</Text> : <FactorsPanel />}
    </>
  )
}
