import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useNow } from '../../data/session/use-now.ts'
import { useNames } from '../../domain/records/use-names.ts'
import { ListSort, ListTools, NothingFound } from '../../domain/views/list-tools.tsx'
import { useListView } from '../../domain/views/use-list-view.ts'
import { suiviInterventionsText as text } from '../../text/suivi-interventions.ts'
import { ContactIcons } from '../../ui/contact/contact-icons.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { formatMoney } from '../../ui/format/format.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { ListCount, toolbarItem } from '../../ui/list/list-toolbar.tsx'
import { VirtualList } from '../../ui/list/virtual-list.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { InterventionLine, nameOfIntervention, PlanReturn } from './intervention-row.tsx'
import { FILTERS, type Filter, inOrder, isFilter, isShown, leftToPay } from './interventions.ts'
import { useInterventionColumns } from './use-intervention-columns.ts'
import { type Around, type Intervention, useMyInterventions } from './use-interventions.ts'

const NOTHING = { projets: undefined, clients: undefined }
const ROW_PHONE = 160
const ROW_DESKTOP = 92

function Contact({ work, around }: { work: Intervention; around: Around }) {
  const client = around.clients?.get(around.projets?.get(work.IDPROJET)?.IDCLIENT ?? '')
  return (
    <ContactIcons
      name={nameOfIntervention(work, around)}
      phone={client?.PORTABLE ?? client?.TELEPHONE}
      mobile={client?.PORTABLE}
      email={client?.MAIL}
    />
  )
}

/** « Suivi interventions » (MGR-09): works on my projects, the amount left to pay, the planning, and whether the PV is signed. */
export function InterventionCommercialScreen() {
  const mine = useMyInterventions()
  const now = useNow()
  const names = useNames()
  const desktop = useDesktop()
  const [query, setQuery] = useQuery()
  const filter: Filter = isFilter(query.etat) ? query.etat : 'suivre'
  const works = mine?.works
  const stopOf = mine?.stopOf
  const listed = useMemo(
    () =>
      works &&
      inOrder(
        works.filter((work) => isShown(work, filter, { now, stopped: stopOf !== undefined && stopOf(work) !== null })),
        now,
      ),
    [works, stopOf, filter, now],
  )
  const { columns, find } = useInterventionColumns(mine ?? NOTHING, { now, personName: names.personnel })
  const isRead = mine?.clients !== undefined
  const view = useListView({ screen: 'intervention-commercial', rows: listed, columns, find, isRead })
  if (mine === undefined) return <PageHeader title={text.commercial} />
  const shown = view.rows ?? []
  const due = leftToPay(shown)
  return (
    <>
      <PageHeader title={text.commercial} subtitle={text.commercialSubtitle(mine.works.length)} />
      <ListTools view={view}>
        <Segments
          label={text.which}
          className={toolbarItem.segments}
          value={filter}
          onChange={(next) => setQuery({ etat: next })}
          data={FILTERS.map((value) => ({ value, label: text.filters[value] }))}
        />
      </ListTools>
      <ListCount>{view.rows ? text.due(shown.length, formatMoney(due)) : '\u00a0'}</ListCount>
      {view.rows === undefined ? null : shown.length === 0 && view.all > 0 ? (
        <NothingFound view={view} />
      ) : shown.length === 0 ? (
        <EmptyState
          text={text.empty[filter]}
          action={
            filter === 'toutes' || mine.works.length === 0 ? (
              <Button component={Link} to={paths.manager.href()}>
                {text.toHome}
              </Button>
            ) : (
              <Button onClick={() => setQuery({ etat: 'toutes' })}>{text.showAll}</Button>
            )
          }
        />
      ) : (
        <VirtualList
          items={shown}
          estimate={desktop ? ROW_DESKTOP : ROW_PHONE}
          keyOf={(work) => work.IDINTERVENTION}
          label={text.list}
          head={<ListSort view={view} />}
          row={(work) => (
            <InterventionLine
              work={work}
              around={mine}
              personName={names.personnel}
              actions={
                <>
                  <PlanReturn work={work} works={mine.works} around={mine} />
                  <Contact work={work} around={mine} />
                </>
              }
            />
          )}
        />
      )}
    </>
  )
}
