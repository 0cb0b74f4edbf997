import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useAgencyFilter } from '../../data/session/agency-filter.ts'
import { useSession } from '../../data/session/session.tsx'
import { useNow } from '../../data/session/use-now.ts'
import { hasLabel, LabelFilter, NothingLabelled, useLabelChoice } from '../../domain/labels/label-filter.tsx'
import { managerHref, managerRoute, mayOpen } from '../../domain/navigation/manager-routes.ts'
import { useMyWaiting, useUnheldRecalls, type WaitingProject } from '../../domain/projets/use-waiting-projects.ts'
import { ListTools, NothingFound } from '../../domain/views/list-tools.tsx'
import { contactsText as text } from '../../text/contacts.ts'
import { Segments } from '../../ui/controls/segments.tsx'
import { toolbarItem } from '../../ui/list/list-toolbar.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import styles from './contacts.module.css'
import { quoteDue, recallDue } from './due.ts'
import { FollowUpList } from './follow-up-list.tsx'
import { type RowActs, useFollowUpSheets } from './follow-up-sheets.tsx'
import { useFollowUps } from './use-follow-ups.ts'

const MINE = ['without_rdv', 'without_quote', 'to_call_again'] as const
const LISTS = [...MINE, 'unheld'] as const
type List = (typeof LISTS)[number]
const DUE = { without_rdv: recallDue, without_quote: quoteDue, to_call_again: recallDue, unheld: recallDue } as const

const isList = (value: unknown, lists: readonly List[]): value is List => (lists as readonly unknown[]).includes(value)

/** « Relances » (MGR-16): projects contacted without an appointment, visited without a quote, or to be called again after a quote, by age; for the office also the
 * calls that nobody makes, because nobody here is responsible. */
export function RelanceScreen() {
  const { acts, sheets } = useFollowUpSheets()
  return (
    <>
      <Relances acts={acts} />
      {sheets}
    </>
  )
}

function Relances({ acts }: { acts: RowActs }) {
  const { account } = useSession()
  const { agence } = useAgencyFilter()
  const assigns = mayOpen(managerRoute('affectation'), account.roles)
  const mine = useMyWaiting()
  const unheld = useUnheldRecalls(agence, !assigns)
  const all = useMemo(
    () => (mine && (unheld || !assigns) ? { ...mine, unheld: unheld ?? [] } : undefined),
    [mine, unheld, assigns],
  )
  const lists: readonly List[] = assigns ? LISTS : MINE
  const [label, setLabel] = useLabelChoice()
  const now = useNow()
  const [query, setQuery] = useQuery()
  const contact = managerRoute('contact')
  const sells = mayOpen(contact, account.roles)
  const back = sells ? managerHref(contact) : paths.manager.href()
  const waiting = useMemo(() => {
    const withLabel = (name: List) => all?.[name].filter(({ projet }) => hasLabel(projet, label)) ?? []
    return {
      without_rdv: withLabel('without_rdv'),
      without_quote: withLabel('without_quote'),
      to_call_again: withLabel('to_call_again'),
      unheld: withLabel('unheld'),
    }
  }, [all, label])
  const list: List = isList(query.liste, lists)
    ? query.liste
    : (lists.find((name) => waiting[name].length > 0) ?? 'without_rdv')
  const dueOf = useCallback((one: WaitingProject) => DUE[list](one, now), [list, now])
  const { view, clients } = useFollowUps('relance', all && waiting[list], dueOf, `${list} ${label}`)
  if (all === undefined) return <PageHeader title={text.relance} back={back} />
  const count = view.rows?.length ?? 0
  return (
    <>
      <PageHeader
        title={text.relance}
        back={back}
        subtitle={text.relanceSubtitle(lists.reduce((sum, name) => sum + waiting[name].length, 0))}
      />
      <Segments
        label={text.whichList}
        className={styles.segments ?? ''}
        value={list}
        onChange={(next) => setQuery({ liste: next })}
        data={lists.map((value) => ({ value, label: `${text.lists[value]} (${waiting[value].length})` }))}
      />
      <ListTools view={view}>
        <LabelFilter value={label} onChange={setLabel} className={toolbarItem.choice} />
      </ListTools>
      {view.rows === undefined ? null : count === 0 && view.all > 0 ? (
        <NothingFound view={view} />
      ) : count === 0 && label !== undefined ? (
        <NothingLabelled label={label} onChange={setLabel} />
      ) : count === 0 ? (
        <EmptyState
          text={text.relanceEmpty[list]}
          action={
            <Button component={Link} to={back}>
              {sells ? text.contact : text.toHome}
            </Button>
          }
        />
      ) : (
        <FollowUpList
          key={list}
          view={view}
          clients={clients}
          label={text.lists[list]}
          withQuote={list === 'without_quote'}
          acts={acts}
        />
      )}
    </>
  )
}
