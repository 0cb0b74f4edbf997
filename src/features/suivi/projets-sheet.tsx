import { Button } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { wallClock } from '../../../schemas/dates.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import { PROJECT_LISTS, type ProjectListName } from '../../../schemas/rules/project-lists.ts'
import { type Findable, finder } from '../../../schemas/search.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { LabelChips } from '../../domain/labels/label-chips.tsx'
import { hasLabel } from '../../domain/labels/label-filter.tsx'
import { LabelsSheet } from '../../domain/labels/labels-sheet.tsx'
import { useLabels } from '../../domain/labels/use-labels.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { ProjetChip, RecordRow, RowList } from '../../domain/records/record-rows.tsx'
import { CsvButton } from '../../domain/views/list-tools.tsx'
import { useDownload } from '../../domain/views/use-list-view.ts'
import { labelsText } from '../../text/labels.ts'
import { listViewsText } from '../../text/list-views.ts'
import { suiviText as text } from '../../text/suivi.ts'
import { formatDate } from '../../ui/format/format.ts'
import { type Column, linesOf, type Order, sortRows } from '../../ui/list/columns.ts'
import { FirstRows } from '../../ui/list/first-rows.tsx'
import { ListToolbar, toolbarItem } from '../../ui/list/list-toolbar.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { SortBar, SortSelect } from '../../ui/list/sort-bar.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import { stepsOf } from './pipeline.ts'
import type { Place } from './pipeline-table.tsx'
import type { Names, PipelineData } from './use-pipeline.ts'
import { useProjetColumns } from './use-projet-columns.ts'

const oldestFirst = (a: LocalRecord<'projet'>, b: LocalRecord<'projet'>): number =>
  (a.DATE_CREATION ?? '9').localeCompare(b.DATE_CREATION ?? '9') || (a.IDPROJET < b.IDPROJET ? -1 : 1)

const isOf = (projet: LocalRecord<'projet'>, { agence, responsable }: Place): boolean =>
  (agence === undefined || (projet.IDAGENCE ?? '') === agence) &&
  (responsable === undefined || (projet.IDRESPONSABLEPROJET ?? '') === responsable)

/** The projects behind one figure, oldest first. */
export function ProjetsSheet({
  data,
  list,
  place,
  label,
  names,
  onClose,
}: {
  data: PipelineData
  list: ProjectListName
  place: Place
  /** Only those with it; undefined for all. */
  label: string | undefined
  names: Names
  onClose: () => void
}) {
  const labels = useLabels()
  const mayLabel = useMay()('update', 'projet') && labels.size > 0
  const [labelling, setLabelling] = useState(false)
  const save = useDownload('projets')
  const { agence, responsable } = place
  const listed = useMemo(
    () =>
      data.projets
        .filter((projet) => isOf(projet, { agence, responsable }) && hasLabel(projet, label))
        .filter((projet) => stepsOf(projet, data.withRdv.has(projet.IDPROJET)).includes(list))
        .sort(oldestFirst),
    [data, agence, responsable, label, list],
  )
  const { columns, find } = useProjetColumns(listed, names)
  const view = useSheetView(listed, columns, find)
  const projets = view.rows
  const who =
    place.responsable !== undefined
      ? names.person(place.responsable)
      : place.agence === undefined
        ? text.total
        : names.agence(place.agence)
  const title = text.listTitle(PROJECT_LISTS[list].title, who)
  return (
    <Sheet opened onClose={onClose} title={title} size="lg">
      {mayLabel ? (
        <Button variant="default" leftSection={<IconTag size={18} aria-hidden />} onClick={() => setLabelling(true)}>
          {labelsText.labelProjects(projets.length)}
        </Button>
      ) : null}
      <ListToolbar>
        <SearchField
          label={listViewsText.searchLabel}
          placeholder={listViewsText.search}
          value={view.typed}
          onChange={view.setTyped}
          className={toolbarItem.search}
        />
        <SortSelect columns={columns} order={view.order} onOrder={view.setOrder} className={toolbarItem.choice} />
        <CsvButton disabled={projets.length === 0} onPress={() => save(linesOf(projets, columns))} />
      </ListToolbar>
      <SortBar columns={columns} order={view.order} onOrder={view.setOrder} />
      <FirstRows name={title} items={projets}>
        {(shown) => <Projets projets={shown} label={title} />}
      </FirstRows>
      {labelling ? (
        <LabelsSheet
          resource="projet"
          records={projets.map(({ IDPROJET, IDLABELS }) => ({ id: IDPROJET, IDLABELS }))}
          onClose={() => setLabelling(false)}
        />
      ) : null}
    </Sheet>
  )
}

/** Search and order of the sheet: the page below keeps its own in the address. */
function useSheetView(
  rows: readonly LocalRecord<'projet'>[],
  columns: readonly Column<LocalRecord<'projet'>>[],
  find: (projet: LocalRecord<'projet'>) => Findable,
) {
  const [typed, setTyped] = useState('')
  const [order, setOrder] = useState<Order | null>(null)
  const shown = useMemo(() => {
    const isFound = finder(typed)
    const found = typed.trim() === '' ? rows : rows.filter((projet) => isFound(find(projet)))
    return sortRows(found, columns, order)
  }, [rows, columns, find, typed, order])
  return { rows: shown, typed, setTyped, order, setOrder }
}

function Projets({ projets, label }: { projets: readonly LocalRecord<'projet'>[]; label: string }) {
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
        const client = clients?.get(projet.IDCLIENT)
        return (
          <RecordRow
            key={projet.IDPROJET}
            href={paths.resource.view('projet', projet.IDPROJET)}
            title={client ? clientEntity.label(client) : projetEntity.label(projet)}
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
