import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { csvText } from '../../../schemas/csv.ts'
import { isProjectListName, type ProjectListName } from '../../../schemas/rules/project-lists.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { useNow } from '../../data/session/use-now.ts'
import { LabelFilter, useLabelChoice } from '../../domain/labels/label-filter.tsx'
import { useClientsHref } from '../../domain/navigation/use-way-back.ts'
import { AgencySelect } from '../../domain/personnels/agency-select.tsx'
import { CsvButton } from '../../domain/views/list-tools.tsx'
import { SavedFilters } from '../../domain/views/saved-filters.tsx'
import { useOrder } from '../../domain/views/use-list-view.ts'
import { appText } from '../../text/app.ts'
import { labelsText } from '../../text/labels.ts'
import { suiviText as text } from '../../text/suivi.ts'
import { Segments } from '../../ui/controls/segments.tsx'
import { downloadText } from '../../ui/format/csv.ts'
import { formatCount } from '../../ui/format/format.ts'
import { sortRows } from '../../ui/list/columns.ts'
import { ToolbarEnd } from '../../ui/list/list-toolbar.tsx'
import { SortSelect } from '../../ui/list/sort-bar.tsx'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { inOrder } from './pipeline.ts'
import { PipelineChart } from './pipeline-chart.tsx'
import { exportRows } from './pipeline-export.ts'
import { PipelineTable, type Place, pipelineColumns } from './pipeline-table.tsx'
import { ProjetsOf } from './projets-of.tsx'
import styles from './suivi.module.css'
import { type PipelineData, useNames, usePipeline } from './use-pipeline.ts'

/** Values of the address for no person, no agency. */
const NONE = '-'
/** Value of the address for every list. */
const EVERY_LIST = 'tous'
const written = (id: string | undefined): string | undefined => (id === '' ? NONE : id)
const read = (value: string | undefined): string | undefined => (value === NONE ? '' : value)

function View({ data, label }: { data: PipelineData; label: string | undefined }) {
  const names = useNames()
  const today = useNow().slice(0, 10)
  const [query, setQuery] = useQuery()
  const byAgency = query.par === 'agence'
  const { pipeline } = data
  const columns = pipelineColumns(names, byAgency)
  const [order, setOrder] = useOrder(columns)
  const rows = sortRows(inOrder(byAgency ? pipeline.agencies : pipeline.people, names), columns, order)
  const list = isProjectListName(query.liste) ? query.liste : query.liste === EVERY_LIST ? null : undefined
  const open = (name: ProjectListName | null, place: Place): void =>
    setQuery({ liste: name ?? EVERY_LIST, de: written(place.agence), responsable: written(place.responsable) })
  const save = (): void => {
    downloadText(text.exportFile(today), csvText(exportRows({ rows, total: pipeline.total, names, byAgency })))
    notices.success(text.exported)
  }
  return (
    <>
      <PipelineChart figures={pipeline.total} onOpen={(name) => open(name, {})} />
      <div className={styles.tableBar}>
        <Segments
          label={text.by}
          value={byAgency ? 'agence' : 'commercial'}
          onChange={(par) => setQuery({ par: par === 'agence' ? 'agence' : undefined })}
          data={Object.entries(text.views).map(([value, label]) => ({ value, label }))}
        />
        <ToolbarEnd>
          <SortSelect columns={columns} order={order} onOrder={setOrder} />
          <SavedFilters screen="suivi" />
          <CsvButton disabled={false} onPress={save} />
        </ToolbarEnd>
      </div>
      <PipelineTable
        rows={rows}
        total={pipeline.total}
        names={names}
        byAgency={byAgency}
        columns={columns}
        order={order}
        onOrder={setOrder}
        onOpen={open}
      />
      <p className={styles.note}>{text.note}</p>
      {list === undefined ? null : (
        <ProjetsOf
          data={data}
          list={list}
          label={label}
          place={{ agence: read(query.de ?? query.agence), responsable: read(query.responsable) }}
          names={names}
          onClose={() => setQuery({ liste: undefined, de: undefined, responsable: undefined })}
        />
      )}
    </>
  )
}

/** « Suivi » (MGR-17): the state of all projects, by commercial and agency; each figure opens the list of its projects. */
export function SuiviScreen() {
  const [query, setQuery] = useQuery()
  const clients = useClientsHref()
  const agencies = useReferences('AGENCES')
  const agence = agencies.some((one) => one.id === query.agence) ? (query.agence ?? null) : null
  const [label, setLabel] = useLabelChoice()
  const data = usePipeline(agence, label)
  const total = data?.pipeline.total.total
  return (
    <>
      <PageHeader
        title={text.title}
        subtitle={total === undefined ? text.counting : text.subtitle(formatCount(total))}
      />
      <div className={styles.filters}>
        <AgencySelect
          value={agence}
          onChange={(next) => setQuery({ agence: next ?? undefined })}
          className={styles.agency ?? ''}
        />
        <LabelFilter value={label} onChange={setLabel} className={styles.agency ?? ''} />
      </div>
      {data && total !== 0 ? <View data={data} label={label} /> : null}
      {total === 0 ? (
        <EmptyState
          text={label !== undefined ? text.emptyLabel : agence === null ? text.empty : text.emptyAgency}
          action={
            label !== undefined ? (
              <Button onClick={() => setLabel(undefined)}>{labelsText.clearFilter}</Button>
            ) : agence === null ? (
              <Button component={Link} to={clients}>
                {text.toClients}
              </Button>
            ) : (
              <Button onClick={() => setQuery({ agence: undefined })}>{appText.agencies.every}</Button>
            )
          }
        />
      ) : null}
    </>
  )
}
