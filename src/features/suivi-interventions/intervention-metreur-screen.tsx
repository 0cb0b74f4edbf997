import { Button } from '@mantine/core'
import { IconLink, IconNotes, IconRuler2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { rdv as rdvEntity } from '../../../schemas/entities/rdv.ts'
import type { Findable } from '../../../schemas/search.ts'
import { useNow } from '../../data/session/use-now.ts'
import { LooseMeasureRow } from '../../domain/interventions/loose-measure-row.tsx'
import { useNames } from '../../domain/records/use-names.ts'
import { ListSort, ListTools, NothingFound } from '../../domain/views/list-tools.tsx'
import { useListView } from '../../domain/views/use-list-view.ts'
import { suiviInterventionsText as text } from '../../text/suivi-interventions.ts'
import { PlainButton } from '../../ui/controls/plain-button.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { formatDateTime } from '../../ui/format/format.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import type { Column } from '../../ui/list/columns.ts'
import { toolbarItem } from '../../ui/list/list-toolbar.tsx'
import { VirtualList } from '../../ui/list/virtual-list.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { InterventionLine, nameOfIntervention, PlanReturn } from './intervention-row.tsx'
import { inOrder } from './interventions.ts'
import { LinkQuoteSheet } from './link-sheet.tsx'
import { NotesSheet } from './notes-sheet.tsx'
import { useInterventionColumns } from './use-intervention-columns.ts'
import { type Around, type Intervention, type Rdv, useMyMeasures } from './use-interventions.ts'

const ROW_PHONE = 160
const ROW_DESKTOP = 92
const ICON = 18
const VIEWS = ['missing', 'all'] as const
type View = (typeof VIEWS)[number]

type Row = { kind: 'rdv'; rdv: Rdv; mayLink: boolean } | { kind: 'work'; work: Intervention }
type Open = { kind: 'quote' | 'notes'; work: Intervention } | null

const NOTHING = { projets: undefined, clients: undefined }

/** The same columns and search for a list that begins with measures without a project: these have an object and a day. */
function ofRows({ columns, find }: ReturnType<typeof useInterventionColumns>): {
  columns: Column<Row>[]
  find: (row: Row) => Findable
} {
  const ofRdv: Record<string, { by?: (rdv: Rdv) => string; cell?: (rdv: Rdv) => unknown }> = {
    objet: { cell: (rdv) => rdvEntity.label(rdv) },
    debut: { by: (rdv) => rdv.RDV_DEBUT, cell: (rdv) => formatDateTime(rdv.RDV_DEBUT) },
    fin: { cell: (rdv) => formatDateTime(rdv.RDV_FIN) },
    etat: { cell: () => text.metreWithoutProject },
  }
  return {
    columns: columns.map(({ id, title, by, cell }) => ({
      id,
      title,
      ...(by ? { by: (row: Row) => (row.kind === 'work' ? by(row.work) : (ofRdv[id]?.by?.(row.rdv) ?? null)) } : {}),
      ...(cell
        ? {
            cell: (row: Row, rows: readonly Row[]) =>
              row.kind === 'work' ? cell(row.work, worksOf(rows)) : ofRdv[id]?.cell?.(row.rdv),
          }
        : {}),
    })),
    find: (row) => (row.kind === 'work' ? find(row.work) : { words: [rdvEntity.label(row.rdv)] }),
  }
}

const worksOf = (rows: readonly Row[]): Intervention[] => rows.flatMap((row) => (row.kind === 'work' ? [row.work] : []))

const keyOf = (row: Row): string => (row.kind === 'rdv' ? row.rdv.IDRDV : row.work.IDINTERVENTION)

/** Then its quote is kept: the server refuses another one (I13). */
const hasSignedPv = (work: Intervention, { filedOf }: Around): boolean =>
  filedOf(work.IDINTERVENTION).origins.includes('intervention_sign_pv')

interface WorkActionsProps {
  work: Intervention
  around: Around
  /** Its link is missing. */
  missing: boolean
  onOpen: (open: Open) => void
}

function WorkActions({ work, around, missing, onOpen }: WorkActionsProps) {
  const name = nameOfIntervention(work, around)
  const linked = work.IDDEVIS !== null && !missing
  return (
    <>
      {hasSignedPv(work, around) ? null : (
        <PlainButton
          look={linked ? 'plain' : 'main'}
          icon={<IconLink size={ICON} aria-hidden />}
          label={text.linkQuoteOf(name)}
          onClick={() => onOpen({ kind: 'quote', work })}
        >
          {linked ? text.changeQuote : text.linkQuote}
        </PlainButton>
      )}
      <PlainButton
        icon={<IconNotes size={ICON} aria-hidden />}
        label={text.notesOf(name)}
        onClick={() => onOpen({ kind: 'notes', work })}
      >
        {text.notes(work.NOTES.length)}
      </PlainButton>
      <PlainButton
        href={paths.rapport.href({ idProjet: work.IDPROJET })}
        icon={<IconRuler2 size={ICON} aria-hidden />}
        label={text.measuresOf(name)}
      >
        {text.measures}
      </PlainButton>
    </>
  )
}

function OpenSheet({ open, around, onClose }: { open: Open; around: Around; onClose: () => void }) {
  if (open?.kind === 'quote') {
    return <LinkQuoteSheet work={open.work} sealed={hasSignedPv(open.work, around)} onClose={onClose} />
  }
  if (open?.kind === 'notes') return <NotesSheet work={open.work} onClose={onClose} />
  return null
}

/** « Liaison interventions » (MGR-11): works after my measures; missing links are set here, and notes for the technician are written here. */
export function InterventionMetreurScreen() {
  const measured = useMyMeasures()
  const now = useNow()
  const names = useNames()
  const desktop = useDesktop()
  const [query, setQuery] = useQuery()
  const [open, setOpen] = useState<Open>(null)
  const rows = useMemo((): Record<View, Row[]> | undefined => {
    if (measured === undefined) return undefined
    const rowOf = (work: Intervention): Row => ({ kind: 'work', work })
    const looseOf = (rdvs: readonly Rdv[], mayLink: boolean) => rdvs.map((rdv): Row => ({ kind: 'rdv', rdv, mayLink }))
    return {
      missing: [...looseOf(measured.loose, true), ...inOrder(measured.unlinked, now).map(rowOf)],
      // What waits for somebody else is no link to set here.
      all: [...looseOf(measured.outOfSight, false), ...inOrder(measured.works, now).map(rowOf)],
    }
  }, [measured, now])
  const isMissing = rows !== undefined && rows.missing.length > 0
  const view: View = query.vue === 'all' || query.vue === 'missing' ? query.vue : isMissing ? 'missing' : 'all'
  const ofWorks = useInterventionColumns(measured ?? NOTHING, { now, personName: names.personnel })
  const { columns, find } = useMemo(() => ofRows(ofWorks), [ofWorks])
  const isRead = measured?.clients !== undefined
  const listed = useListView({ screen: 'intervention-metreur', rows: rows?.[view], columns, find, isRead })
  if (measured === undefined || rows === undefined) return <PageHeader title={text.metreur} />
  const shown = listed.rows ?? []
  return (
    <>
      <PageHeader title={text.metreur} subtitle={text.metreurSubtitle(measured.works.length)} />
      <ListTools view={listed}>
        <Segments
          label={text.which}
          className={toolbarItem.segments}
          value={view}
          onChange={(next) => setQuery({ vue: next })}
          data={[
            { value: 'missing', label: `${text.missing} (${rows.missing.length})` },
            { value: 'all', label: text.all },
          ]}
        />
      </ListTools>
      {listed.rows === undefined ? null : shown.length === 0 && listed.all > 0 ? (
        <NothingFound view={listed} />
      ) : shown.length === 0 ? (
        <EmptyState
          text={
            view === 'missing' && measured.outOfSight.length > 0
              ? text.metreOutOfSight(measured.outOfSight.length)
              : text.metreEmpty[view]
          }
          action={
            view === 'missing' && rows.all.length > 0 ? (
              <Button onClick={() => setQuery({ vue: 'all' })}>{text.showAll}</Button>
            ) : (
              <Button component={Link} to={paths.manager.href()}>
                {text.toHome}
              </Button>
            )
          }
        />
      ) : (
        <VirtualList
          items={shown}
          estimate={desktop ? ROW_DESKTOP : ROW_PHONE}
          keyOf={keyOf}
          label={text.list}
          head={<ListSort view={listed} />}
          row={(row) =>
            row.kind === 'rdv' ? (
              <LooseMeasureRow rdv={row.rdv} mayLink={row.mayLink} />
            ) : (
              <InterventionLine
                work={row.work}
                around={measured}
                personName={names.personnel}
                actions={
                  <>
                    <PlanReturn work={row.work} works={measured.works} around={measured} />
                    <WorkActions
                      work={row.work}
                      around={measured}
                      missing={measured.unlinked.includes(row.work)}
                      onOpen={setOpen}
                    />
                  </>
                }
              />
            )
          }
        />
      )}
      <OpenSheet open={open} around={measured} onClose={() => setOpen(null)} />
    </>
  )
}
