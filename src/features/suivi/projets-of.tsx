import { PROJECT_LISTS, type ProjectListName } from '../../../schemas/rules/project-lists.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { hasLabel } from '../../domain/labels/label-filter.tsx'
import { ProjetsSheet } from '../../domain/projets/projets-sheet.tsx'
import { suiviText as text } from '../../text/suivi.ts'
import { stepsOf } from './pipeline.ts'
import type { Place } from './pipeline-table.tsx'
import type { Names, PipelineData } from './use-pipeline.ts'

const oldestFirst = (a: LocalRecord<'projet'>, b: LocalRecord<'projet'>): number =>
  (a.DATE_CREATION ?? '9').localeCompare(b.DATE_CREATION ?? '9') || (a.IDPROJET < b.IDPROJET ? -1 : 1)

const isOf = (projet: LocalRecord<'projet'>, { agence, responsable }: Place): boolean =>
  (agence === undefined || (projet.IDAGENCE ?? '') === agence) &&
  (responsable === undefined || (projet.IDRESPONSABLEPROJET ?? '') === responsable)

/** The projects behind one figure, oldest first. */
export function ProjetsOf({
  data,
  list,
  place,
  label,
  names,
  onClose,
}: {
  data: PipelineData
  /** null: those of every list, each once. */
  list: ProjectListName | null
  place: Place
  /** Only those with it; undefined for all. */
  label: string | undefined
  names: Names
  onClose: () => void
}) {
  const projets = data.projets
    .filter((projet) => isOf(projet, place) && hasLabel(projet, label))
    .filter((projet) => {
      const steps = stepsOf(projet, data.withRdv.has(projet.IDPROJET))
      return list === null ? steps.length > 0 : steps.includes(list)
    })
    .sort(oldestFirst)
  const who =
    place.responsable !== undefined
      ? names.person(place.responsable)
      : place.agence === undefined
        ? text.total
        : names.agence(place.agence)
  const title = text.listTitle(list === null ? text.columns.total : PROJECT_LISTS[list].title, who)
  return <ProjetsSheet title={title} projets={projets} onClose={onClose} />
}
