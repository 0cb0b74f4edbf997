import { PROJECT_LIST_NAMES, PROJECT_LISTS } from '../../../schemas/rules/project-lists.ts'
import { suiviText as text } from '../../text/suivi.ts'
import { euros } from '../../ui/format/csv.ts'
import type { Figures, PipelineRow } from './pipeline.ts'
import type { Names } from './use-pipeline.ts'

const figuresOf = (figures: Figures): unknown[] => [
  ...PROJECT_LIST_NAMES.map((name) => figures.lists[name]),
  euros(figures.pending),
  euros(figures.signed),
  figures.total,
]

export interface ExportInput {
  rows: readonly PipelineRow[]
  total: Figures
  names: Names
  byAgency: boolean
}

/** The table as it is shown, header first, totals last. */
export function exportRows({ rows, total, names, byAgency }: ExportInput): unknown[][] {
  const { columns } = text
  const heads = byAgency ? [columns.agency] : [columns.agency, columns.person]
  const lists = PROJECT_LIST_NAMES.map((name) => PROJECT_LISTS[name].title)
  return [
    [...heads, ...lists, columns.pending, columns.signed, columns.total],
    ...rows.map((row) => [
      names.agence(row.agence),
      ...(byAgency
        ? []
        : [
            names.hasLeft(row.responsable ?? '')
              ? text.leftName(names.person(row.responsable ?? ''))
              : names.person(row.responsable ?? ''),
          ]),
      ...figuresOf(row),
    ]),
    [text.total, ...(byAgency ? [] : ['']), ...figuresOf(total)],
  ]
}
