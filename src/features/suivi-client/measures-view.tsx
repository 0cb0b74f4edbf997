import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { adresse as adresseEntity } from '../../../schemas/entities/adresse.ts'
import { rdv as rdvEntity } from '../../../schemas/entities/rdv.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { LooseMeasureRow } from '../../domain/interventions/loose-measure-row.tsx'
import { useNames } from '../../domain/records/use-names.ts'
import { CsvButton, canExport, ListSort } from '../../domain/views/list-tools.tsx'
import { useListView } from '../../domain/views/use-list-view.ts'
import { listViewsText } from '../../text/list-views.ts'
import { suiviClientText as text } from '../../text/suivi-client.ts'
import { formatDateTime } from '../../ui/format/format.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { useLast } from '../../ui/hooks/use-last.ts'
import type { Column } from '../../ui/list/columns.ts'
import { ListCount, ToolbarEnd } from '../../ui/list/list-toolbar.tsx'
import { SortSelect } from '../../ui/list/sort-bar.tsx'
import { VirtualList } from '../../ui/list/virtual-list.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import styles from './suivi-client.module.css'

type Rdv = LocalRecord<'rdv'>

const ROW_PHONE = 148
const ROW_DESKTOP = 84
const titles = listViewsText.columns

/** Measures without a project, which those who measure may not be able to link: the office sees the projects of its agency. */
export function MeasuresView({ measures, onClients }: { measures: Rdv[] | undefined; onClients: () => void }) {
  const names = useNames()
  const desktop = useDesktop()
  const places = useLast(
    useRecords(
      'adresse',
      measures?.map(({ IDADRESSE }) => IDADRESSE),
    ),
  )
  const { columns, whoOf, placeOf } = useMemo(() => {
    const whoOf = ({ IDPERSONNELS }: Rdv): string => IDPERSONNELS.map(names.personnel).filter(Boolean).join(', ')
    const placeOf = ({ IDADRESSE }: Rdv): string => {
      const place = places?.get(IDADRESSE ?? '')
      return place ? adresseEntity.label(place) : ''
    }
    const columns: Column<Rdv>[] = [
      { id: 'objet', title: titles.object, by: rdvEntity.label, cell: rdvEntity.label },
      { id: 'debut', title: titles.start, by: (rdv) => rdv.RDV_DEBUT, cell: (rdv) => formatDateTime(rdv.RDV_DEBUT) },
      { id: 'planifie', title: titles.planned, by: whoOf, cell: whoOf },
      { id: 'lieu', title: titles.where, by: placeOf, cell: placeOf },
    ]
    return { columns, whoOf, placeOf }
  }, [names, places])
  const view = useListView({ screen: 'suivi-client', rows: measures, columns, isRead: places !== undefined })
  const rows = view.rows
  return (
    <>
      <div className={styles.bar}>
        <ListCount>{rows ? text.measureCount(rows.length) : '\u00a0'}</ListCount>
        <ToolbarEnd>
          <SortSelect columns={view.columns} order={view.order} onOrder={view.setOrder} />
          <CsvButton disabled={!canExport(view)} onPress={view.download} />
        </ToolbarEnd>
      </div>
      {rows && rows.length > 0 ? (
        <VirtualList
          items={rows}
          estimate={desktop ? ROW_DESKTOP : ROW_PHONE}
          keyOf={({ IDRDV }) => IDRDV}
          label={text.measureList}
          head={<ListSort view={view} />}
          row={(rdv) => (
            <LooseMeasureRow
              rdv={rdv}
              lines={[[whoOf(rdv), placeOf(rdv)].filter(Boolean).join(' · ')].filter(Boolean)}
              mayLink
            />
          )}
        />
      ) : null}
      {rows?.length === 0 ? (
        <EmptyState text={text.measuresEmpty} action={<Button onClick={onClients}>{text.seeClients}</Button>} />
      ) : null}
    </>
  )
}
