import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { managerHref, managerRoute } from '../../domain/navigation/manager-routes.ts'
import { useMyWaiting } from '../../domain/projets/use-waiting-projects.ts'
import { contactsText as text } from '../../text/contacts.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { byDue, contactDue } from './due.ts'
import { FollowUpList } from './follow-up-list.tsx'

/** « Contacts » (MGR-07): my projects without a first contact, the oldest first. */
export function ContactScreen() {
  const waiting = useMyWaiting()
  const now = useNow()
  const zone = useZone()
  const relances = waiting ? waiting.without_rdv.length + waiting.without_quote.length : 0
  const toRelance = (
    <Button component={Link} to={managerHref(managerRoute('relance'))} variant="default">
      {text.toRelance(relances)}
    </Button>
  )
  if (waiting === undefined) return <PageHeader title={text.contact} />
  const rows = byDue(waiting.to_contact, (one) => contactDue(one, now, zone))
  if (rows.length === 0) {
    return (
      <>
        <PageHeader title={text.contact} />
        <EmptyState
          text={text.contactEmpty}
          action={
            relances > 0 ? (
              toRelance
            ) : (
              <Button component={Link} to={paths.manager.href()}>
                {text.toHome}
              </Button>
            )
          }
        />
      </>
    )
  }
  return (
    <>
      <PageHeader title={text.contact} subtitle={text.contactSubtitle(rows.length)} actions={toRelance} />
      <FollowUpList rows={rows} label={text.contactList} withQuote={false} />
    </>
  )
}
