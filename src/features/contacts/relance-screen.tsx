import { Button, SegmentedControl } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useNow } from '../../data/session/use-now.ts'
import { hasLabel, LabelFilter, NothingLabelled, useLabelChoice } from '../../domain/labels/label-filter.tsx'
import { managerHref, managerRoute } from '../../domain/navigation/manager-routes.ts'
import { useMyWaiting } from '../../domain/projets/use-waiting-projects.ts'
import { contactsText as text } from '../../text/contacts.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import styles from './contacts.module.css'
import { byDue, quoteDue, recallDue } from './due.ts'
import { FollowUpList } from './follow-up-list.tsx'

const LISTS = ['without_rdv', 'without_quote'] as const
type List = (typeof LISTS)[number]
const DUE = { without_rdv: recallDue, without_quote: quoteDue } as const

const isList = (value: unknown): value is List => (LISTS as readonly unknown[]).includes(value)

/** « Relances » (MGR-16): projects contacted without an appointment, or visited without a quote, by age. */
export function RelanceScreen() {
  const all = useMyWaiting()
  const [label, setLabel] = useLabelChoice()
  const now = useNow()
  const [query, setQuery] = useQuery()
  const back = managerHref(managerRoute('contact'))
  if (all === undefined) return <PageHeader title={text.relance} back={back} />
  const withLabel = (name: List) => all[name].filter(({ projet }) => hasLabel(projet, label))
  const waiting = { without_rdv: withLabel('without_rdv'), without_quote: withLabel('without_quote') }
  const list: List = isList(query.liste)
    ? query.liste
    : waiting.without_rdv.length === 0 && waiting.without_quote.length > 0
      ? 'without_quote'
      : 'without_rdv'
  const rows = byDue(waiting[list], (one) => DUE[list](one, now))
  return (
    <>
      <PageHeader
        title={text.relance}
        back={back}
        subtitle={text.relanceSubtitle(waiting.without_rdv.length + waiting.without_quote.length)}
      />
      <SegmentedControl
        size="md"
        aria-label={text.whichList}
        className={styles.segments ?? ''}
        value={list}
        onChange={(next) => setQuery({ liste: next })}
        data={LISTS.map((value) => ({ value, label: `${text.lists[value]} (${waiting[value].length})` }))}
      />
      <LabelFilter value={label} onChange={setLabel} className={styles.label ?? ''} />
      {rows.length === 0 && label !== undefined ? (
        <NothingLabelled label={label} onChange={setLabel} />
      ) : rows.length === 0 ? (
        <EmptyState
          text={text.relanceEmpty[list]}
          action={
            <Button component={Link} to={back}>
              {text.contact}
            </Button>
          }
        />
      ) : (
        <FollowUpList key={list} rows={rows} label={text.lists[list]} withQuote={list === 'without_quote'} />
      )}
    </>
  )
}
