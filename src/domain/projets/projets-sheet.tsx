import { Button, Checkbox } from '@mantine/core'
import { IconListCheck, IconTag, IconUserShare } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { forbiddenFields } from '../../../schemas/access.ts'
import { wallClock } from '../../../schemas/dates.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import { type Findable, finder } from '../../../schemas/search.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { giveText } from '../../text/give.ts'
import { labelsText } from '../../text/labels.ts'
import { listViewsText } from '../../text/list-views.ts'
import { suiviText as text } from '../../text/suivi.ts'
import { formatDate } from '../../ui/format/format.ts'
import { type Column, linesOf, type Order, sortRows } from '../../ui/list/columns.ts'
import { FirstRows } from '../../ui/list/first-rows.tsx'
import { ListToolbar, ToolbarEnd, toolbarItem } from '../../ui/list/list-toolbar.tsx'
import { above } from '../../ui/list/row-link.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { SortBar, SortSelect } from '../../ui/list/sort-bar.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Sheet } from '../../ui/page/sheet.tsx'
import { LabelChips } from '../labels/label-chips.tsx'
import { LabelsSheet } from '../labels/labels-sheet.tsx'
import { useLabels } from '../labels/use-labels.ts'
import { useMay, useStaff } from '../personnels/use-staff.ts'
import { ProjetChip, RecordRow, RowList } from '../records/record-rows.tsx'
import { CsvButton } from '../views/list-tools.tsx'
import { useDownload } from '../views/use-list-view.ts'
import { GiveSheet } from './give-sheet.tsx'
import styles from './projets.module.css'
import { useProjetColumns } from './use-projet-columns.ts'

type Projet = LocalRecord<'projet'>
const NONE: readonly Projet[] = []

interface Ticks {
  ticked: ReadonlySet<string>
  toggle: (id: string) => void
}

/** What is ticked while projects are chosen for one act; null: nobody chooses. What left the list is not ticked any more. */
function useTicks(projets: readonly Projet[]) {
  const [kept, setKept] = useState<ReadonlySet<string> | null>(null)
  const chosen = kept === null ? [] : projets.filter(({ IDPROJET }) => kept.has(IDPROJET))
  const ticked = new Set(chosen.map(({ IDPROJET }) => IDPROJET))
  const toggle = (id: string): void => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    setKept(next)
  }
  return {
    active: kept !== null,
    chosen,
    ticked,
    toggle,
    start: () => setKept(new Set()),
    stop: () => setKept(null),
    all: () => setKept(new Set(projets.map(({ IDPROJET }) => IDPROJET))),
    none: () => setKept(new Set()),
  }
}

/** The projects behind one figure, with what an office does with many of them: label them, give some or all to a person. */
export function ProjetsSheet({
  title,
  projets,
  note,
  onClose,
}: {
  title: string
  /** In the order of the list; undefined while they are read. */
  projets: readonly Projet[] | undefined
  note?: ReactNode
  onClose: () => void
}) {
  const labels = useLabels()
  const staff = useStaff()
  const mayUpdate = useMay()('update', 'projet')
  const mayGive = mayUpdate && forbiddenFields(staff, 'projet', ['IDRESPONSABLEPROJET']).length === 0
  const [labelling, setLabelling] = useState(false)
  const [giving, setGiving] = useState(false)
  const all = projets ?? NONE
  const asked = useSheetQuery()
  const [saving, setSaving] = useState(false)
  const needsClients = saving || asked.typed.trim() !== '' || OF_CLIENT.includes(asked.order?.column ?? '')
  const { columns, find, complete } = useProjetColumns(all, needsClients)
  const list = useSheetRows(all, columns, find, asked)
  const download = useDownload('projets')
  const save = useEffectEvent(() => download(linesOf(list, columns)))
  useEffect(() => {
    if (!saving || !complete) return
    setSaving(false)
    save()
  }, [saving, complete])
  const ticks = useTicks(list)
  const isAll = ticks.chosen.length === list.length
  return (
    <Sheet opened onClose={onClose} title={title} size="lg">
      {ticks.active ? (
        <section className={`surface ${styles.selection}`} aria-label={giveText.start}>
          <span className={styles.selected} aria-live="polite">
            {giveText.selected(ticks.chosen.length)}
          </span>
          <Button variant="subtle" size="md" onClick={isAll ? ticks.none : ticks.all}>
            {isAll ? giveText.clear : giveText.selectAll}
          </Button>
          <Button size="md" disabled={ticks.chosen.length === 0} onClick={() => setGiving(true)}>
            {giveText.give(ticks.chosen.length)}
          </Button>
          <Button variant="default" size="md" onClick={ticks.stop}>
            {giveText.stop}
          </Button>
        </section>
      ) : list.length > 0 ? (
        <div className={styles.tools}>
          {mayGive ? (
            <>
              <Button
                variant="default"
                leftSection={<IconUserShare size={18} aria-hidden />}
                onClick={() => setGiving(true)}
              >
                {giveText.giveAll(list.length)}
              </Button>
              {list.length > 1 ? (
                <Button variant="default" leftSection={<IconListCheck size={18} aria-hidden />} onClick={ticks.start}>
                  {giveText.start}
                </Button>
              ) : null}
            </>
          ) : null}
          {mayUpdate && labels.size > 0 ? (
            <Button
              variant="default"
              leftSection={<IconTag size={18} aria-hidden />}
              onClick={() => setLabelling(true)}
            >
              {labelsText.labelProjects(list.length)}
            </Button>
          ) : null}
        </div>
      ) : null}
      {all.length > 0 ? (
        <>
          <ListToolbar>
            <SearchField
              label={listViewsText.searchLabel}
              placeholder={listViewsText.search}
              value={asked.typed}
              onChange={asked.setTyped}
              className={toolbarItem.search}
            />
            <ToolbarEnd>
              <SortSelect columns={columns} order={asked.order} onOrder={asked.setOrder} />
              <CsvButton disabled={list.length === 0 || saving} onPress={() => setSaving(true)} />
            </ToolbarEnd>
          </ListToolbar>
          <SortBar columns={columns} order={asked.order} onOrder={asked.setOrder} />
        </>
      ) : null}
      {projets?.length === 0 && !note ? <EmptyState text={giveText.none} /> : null}
      {list.length > 0 ? (
        <FirstRows name={title} items={list}>
          {(shown) => <Projets projets={shown} label={title} ticks={ticks.active ? ticks : undefined} />}
        </FirstRows>
      ) : null}
      {note}
      {labelling ? (
        <LabelsSheet
          resource="projet"
          records={list.map(({ IDPROJET, IDLABELS }) => ({ id: IDPROJET, IDLABELS }))}
          onClose={() => setLabelling(false)}
        />
      ) : null}
      {giving ? (
        <GiveSheet
          projets={ticks.active ? ticks.chosen : list}
          onGiven={() => {
            setGiving(false)
            ticks.stop()
          }}
          onClose={() => setGiving(false)}
        />
      ) : null}
    </Sheet>
  )
}

/** Columns that are the client's. */
const OF_CLIENT: readonly string[] = ['client', 'ville']

interface SheetQuery {
  typed: string
  order: Order | null
}

/** Search and order of the sheet: the page below keeps its own in the address. */
function useSheetQuery() {
  const [typed, setTyped] = useState('')
  const [order, setOrder] = useState<Order | null>(null)
  return { typed, setTyped, order, setOrder }
}

/** The rows that the search finds, in their order. */
function useSheetRows(
  rows: readonly Projet[],
  columns: readonly Column<Projet>[],
  find: (projet: Projet) => Findable,
  { typed, order }: SheetQuery,
): Projet[] {
  return useMemo(() => {
    const isFound = finder(typed)
    const found = typed.trim() === '' ? rows : rows.filter((projet) => isFound(find(projet)))
    return sortRows(found, columns, order)
  }, [rows, columns, find, typed, order])
}

function Projets({ projets, label, ticks }: { projets: readonly Projet[]; label: string; ticks: Ticks | undefined }) {
  const zone = useZone()
  const labels = useLabels()
  // The clients of the rows before stay while those of the next ones are read.
  const clients = useRecords(
    'client',
    projets.map((projet) => projet.IDCLIENT),
    { stale: true },
  )
  const since = (instant: string | null): string | null =>
    instant && text.created(formatDate(wallClock(new Date(instant), zone)))
  return (
    <RowList label={label}>
      {projets.map((projet) => {
        const { IDPROJET } = projet
        const client = clients?.get(projet.IDCLIENT)
        const name = client ? clientEntity.label(client) : projetEntity.label(projet)
        return (
          <RecordRow
            key={IDPROJET}
            lead={
              ticks ? (
                <Checkbox
                  size="md"
                  className={above}
                  checked={ticks.ticked.has(IDPROJET)}
                  onChange={() => ticks.toggle(IDPROJET)}
                  aria-label={giveText.select(name)}
                />
              ) : undefined
            }
            href={paths.resource.view('projet', IDPROJET)}
            title={name}
            detail={[projetEntity.label(projet), since(projet.DATE_CREATION)].filter(Boolean).join(' · ')}
            sync={projet.sync.state}
            end={
              <>
                <LabelChips held={projet.IDLABELS} labels={labels} />
                <ProjetChip projet={projet} />
              </>
            }
          />
        )
      })}
    </RowList>
  )
}
