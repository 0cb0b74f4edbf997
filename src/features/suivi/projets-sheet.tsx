import { Button } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { useState } from 'react'
import { wallClock } from '../../../schemas/dates.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import { PROJECT_LISTS, type ProjectListName } from '../../../schemas/rules/project-lists.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { LabelChips } from '../../domain/labels/label-chips.tsx'
import { hasLabel } from '../../domain/labels/label-filter.tsx'
import { LabelsSheet } from '../../domain/labels/labels-sheet.tsx'
import { useLabels } from '../../domain/labels/use-labels.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { ProjetChip, RecordRow, RowList } from '../../domain/records/record-rows.tsx'
import { labelsText } from '../../text/labels.ts'
import { suiviText as text } from '../../text/suivi.ts'
import { formatDate } from '../../ui/format/format.ts'
import { FirstRows } from '../../ui/list/first-rows.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import { stepsOf } from './pipeline.ts'
import type { Place } from './pipeline-table.tsx'
import type { Names, PipelineData } from './use-pipeline.ts'

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
  const projets = data.projets
    .filter((projet) => isOf(projet, place) && hasLabel(projet, label))
    .filter((projet) => stepsOf(projet, data.withRdv.has(projet.IDPROJET)).includes(list))
    .sort(oldestFirst)
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
