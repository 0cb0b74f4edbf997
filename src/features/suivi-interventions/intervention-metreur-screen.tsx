import { Button, SegmentedControl } from '@mantine/core'
import { IconLink, IconNotes, IconRuler2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { rdv as rdvEntity } from '../../../schemas/entities/rdv.ts'
import { useNow } from '../../data/session/use-now.ts'
import { TaskRow } from '../../domain/records/task-row.tsx'
import { useNames } from '../../domain/records/use-names.ts'
import { suiviInterventionsText as text } from '../../text/suivi-interventions.ts'
import { formatDate } from '../../ui/format/format.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { VirtualList } from '../../ui/list/virtual-list.tsx'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { InterventionLine, nameOfIntervention } from './intervention-row.tsx'
import { inOrder } from './interventions.ts'
import { LinkQuoteSheet } from './link-sheet.tsx'
import { NotesSheet } from './notes-sheet.tsx'
import styles from './suivi-interventions.module.css'
import { type Around, type Intervention, type Rdv, useMyMeasures } from './use-interventions.ts'

const ROW_PHONE = 160
const ROW_DESKTOP = 92
const ICON = 18
const VIEWS = ['missing', 'all'] as const
type View = (typeof VIEWS)[number]

type Row = { kind: 'rdv'; rdv: Rdv } | { kind: 'work'; work: Intervention }
type Open = { kind: 'quote' | 'notes'; work: Intervention } | null

const keyOf = (row: Row): string => (row.kind === 'rdv' ? row.rdv.IDRDV : row.work.IDINTERVENTION)

function WorkActions({ work, around, onOpen }: { work: Intervention; around: Around; onOpen: (open: Open) => void }) {
  const name = nameOfIntervention(work, around)
  const linked = work.IDDEVIS !== null
  return (
    <>
      <Button
        variant={linked ? 'default' : 'filled'}
        leftSection={<IconLink size={ICON} aria-hidden />}
        aria-label={text.linkQuoteOf(name)}
        onClick={() => onOpen({ kind: 'quote', work })}
      >
        {linked ? text.changeQuote : text.linkQuote}
      </Button>
      <Button
        variant="default"
        leftSection={<IconNotes size={ICON} aria-hidden />}
        aria-label={text.notesOf(name)}
        onClick={() => onOpen({ kind: 'notes', work })}
      >
        {text.notes(work.NOTES.length)}
      </Button>
      <Button
        component={Link}
        {...hrefProps(paths.rapport.href({ idProjet: work.IDPROJET }))}
        variant="default"
        leftSection={<IconRuler2 size={ICON} aria-hidden />}
        aria-label={text.measuresOf(name)}
      >
        {text.measures}
      </Button>
    </>
  )
}

/** A measure without a project: its form has a search for one. */
function LooseRow({ rdv }: { rdv: Rdv }) {
  const name = rdvEntity.label(rdv)
  return (
    <TaskRow
      title={name}
      href={paths.resource.view('rdv', rdv.IDRDV)}
      sync={rdv.sync.state}
      reason={<StateChip label={text.metreWithoutProject} color="orange" />}
      lines={[text.metreOn(formatDate(rdv.RDV_DEBUT))]}
      actions={
        <Button
          component={Link}
          to={paths.resource.edit('rdv', rdv.IDRDV)}
          leftSection={<IconLink size={ICON} aria-hidden />}
          aria-label={text.linkProjectOf(name)}
        >
          {text.linkProject}
        </Button>
      }
    />
  )
}

function OpenSheet({ open, onClose }: { open: Open; onClose: () => void }) {
  if (open?.kind === 'quote') return <LinkQuoteSheet work={open.work} onClose={onClose} />
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
  if (measured === undefined) return <PageHeader title={text.metreur} />
  const rowOf = (work: Intervention): Row => ({ kind: 'work', work })
  const loose = measured.loose.map((rdv): Row => ({ kind: 'rdv', rdv }))
  const rows: Record<View, Row[]> = {
    missing: [
      ...loose,
      ...inOrder(
        measured.works.filter((work) => work.IDDEVIS === null),
        now,
      ).map(rowOf),
    ],
    all: inOrder(measured.works, now).map(rowOf),
  }
  const view: View =
    query.vue === 'all' || query.vue === 'missing' ? query.vue : rows.missing.length > 0 ? 'missing' : 'all'
  return (
    <>
      <PageHeader title={text.metreur} subtitle={text.metreurSubtitle(measured.works.length)} />
      <SegmentedControl
        size="md"
        aria-label={text.which}
        className={styles.segments ?? ''}
        value={view}
        onChange={(next) => setQuery({ vue: next })}
        data={[
          { value: 'missing', label: `${text.missing} (${rows.missing.length})` },
          { value: 'all', label: text.all },
        ]}
      />
      {rows[view].length === 0 ? (
        <EmptyState
          text={text.metreEmpty[view]}
          action={
            <Button component={Link} to={paths.manager.href()}>
              {text.toHome}
            </Button>
          }
        />
      ) : (
        <VirtualList
          items={rows[view]}
          estimate={desktop ? ROW_DESKTOP : ROW_PHONE}
          keyOf={keyOf}
          label={text.list}
          row={(row) =>
            row.kind === 'rdv' ? (
              <LooseRow rdv={row.rdv} />
            ) : (
              <InterventionLine
                work={row.work}
                around={measured}
                personName={names.personnel}
                actions={<WorkActions work={row.work} around={measured} onOpen={setOpen} />}
              />
            )
          }
        />
      )}
      <OpenSheet open={open} onClose={() => setOpen(null)} />
    </>
  )
}
