import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { hasLabel, LabelFilter, NothingLabelled, useLabelChoice } from '../../domain/labels/label-filter.tsx'
import { managerHref, managerRoute } from '../../domain/navigation/manager-routes.ts'
import { useMyWaiting, type WaitingProject } from '../../domain/projets/use-waiting-projects.ts'
import { contactsText as text } from '../../text/contacts.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import styles from './contacts.module.css'
import { byDue, contactDue } from './due.ts'
import { FollowUpList } from './follow-up-list.tsx'

/** « Contacts » (MGR-07): my projects without a first contact, the oldest first. */
export function ContactScreen() {
  const waiting = useMyWaiting()
  const [label, setLabel] = useLabelChoice()
  const withLabel = (all: readonly WaitingProject[]) => all.filter(({ projet }) => hasLabel(projet, label))
  const now = useNow()
  const zone = useZone()
  const relances = waiting ? waiting.without_rdv.length + waiting.without_quote.length : 0
  const toRelance = (
    <Button component={Link} to={managerHref(managerRoute('relance'))} variant="default">
      {text.toRelance(relances)}
    </Button>
  )
  if (waiting === undefined) return <PageHeader title={text.contact} />
  const rows = byDue(withLabel(waiting.to_contact), (one) => contactDue(one, now, zone))
  const filter = <LabelFilter value={label} onChange={setLabel} className={styles.label ?? ''} />
  if (rows.length === 0 && label !== undefined) {
    return (
      <>
        <PageHeader title={text.contact} actions={toRelance} />
        {filter}
        <NothingLabelled label={label} onChange={setLabel} />
      </>
    )
  }
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
      {filter}
      <FollowUpList rows={rows} label={text.contactList} withQuote={false} />
    </>
  )
}
