import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { hasLabel, LabelFilter, NothingLabelled, useLabelChoice } from '../../domain/labels/label-filter.tsx'
import { managerHref, managerRoute } from '../../domain/navigation/manager-routes.ts'
import { useMyWaiting, type WaitingProject } from '../../domain/projets/use-waiting-projects.ts'
import { ListTools, NothingFound } from '../../domain/views/list-tools.tsx'
import { contactsText as text } from '../../text/contacts.ts'
import { toolbarItem } from '../../ui/list/list-toolbar.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { contactDue } from './due.ts'
import { FollowUpList } from './follow-up-list.tsx'
import { type RowActs, useFollowUpSheets } from './follow-up-sheets.tsx'
import { useFollowUps } from './use-follow-ups.ts'

/** « Contacts » (MGR-07): my projects without a first contact, the oldest first. */
export function ContactScreen() {
  const { acts, sheets } = useFollowUpSheets()
  return (
    <>
      <Contacts acts={acts} />
      {sheets}
    </>
  )
}

function Contacts({ acts }: { acts: RowActs }) {
  const waiting = useMyWaiting()
  const [label, setLabel] = useLabelChoice()
  const now = useNow()
  const zone = useZone()
  const listed = useMemo(() => waiting?.to_contact.filter(({ projet }) => hasLabel(projet, label)), [waiting, label])
  const dueOf = useCallback((one: WaitingProject) => contactDue(one, now, zone), [now, zone])
  const { view, clients } = useFollowUps('contact', listed, dueOf, label ?? '')
  const relances = waiting
    ? waiting.without_rdv.length + waiting.without_quote.length + waiting.to_call_again.length
    : 0
  const toRelance = (
    <Button component={Link} to={managerHref(managerRoute('relance'))} variant="default">
      {text.toRelance(relances)}
    </Button>
  )
  if (waiting === undefined) return <PageHeader title={text.contact} />
  if (waiting.to_contact.length === 0) {
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
  const count = view.rows?.length ?? 0
  return (
    <>
      <PageHeader
        title={text.contact}
        {...(count > 0 ? { subtitle: text.contactSubtitle(count) } : {})}
        actions={toRelance}
      />
      <ListTools view={view}>
        <LabelFilter value={label} onChange={setLabel} className={toolbarItem.choice} />
      </ListTools>
      {count > 0 ? (
        <FollowUpList view={view} clients={clients} label={text.contactList} withQuote={false} acts={acts} />
      ) : view.rows === undefined ? null : view.all > 0 || label === undefined ? (
        <NothingFound view={view} />
      ) : (
        <NothingLabelled label={label} onChange={setLabel} />
      )}
    </>
  )
}
