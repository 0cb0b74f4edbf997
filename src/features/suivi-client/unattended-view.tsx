import { Button } from '@mantine/core'
import { IconUserShare } from '@tabler/icons-react'
import { useMemo } from 'react'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { managerRoute, mayOpen } from '../../domain/navigation/manager-routes.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import type { Unattended } from '../../domain/personnels/use-unattended.ts'
import { TaskRow } from '../../domain/records/task-row.tsx'
import { useNames } from '../../domain/records/use-names.ts'
import { CsvButton, canExport, ListSort } from '../../domain/views/list-tools.tsx'
import { useListView } from '../../domain/views/use-list-view.ts'
import { listViewsText } from '../../text/list-views.ts'
import { suiviClientText as text } from '../../text/suivi-client.ts'
import { PlainButton } from '../../ui/controls/plain-button.tsx'
import { formatDateTime } from '../../ui/format/format.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { useLast } from '../../ui/hooks/use-last.ts'
import type { Column } from '../../ui/list/columns.ts'
import { ListCount, ToolbarEnd } from '../../ui/list/list-toolbar.tsx'
import { SortSelect } from '../../ui/list/sort-bar.tsx'
import { VirtualList } from '../../ui/list/virtual-list.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import styles from './suivi-client.module.css'

const ROW_PHONE = 148
const ROW_DESKTOP = 84
const titles = listViewsText.columns

const idOf = ({ record }: Unattended): string => ('IDRDV' in record ? record.IDRDV : record.IDINTERVENTION)
const resourceOf = ({ record }: Unattended): 'rdv' | 'intervention' => ('IDRDV' in record ? 'rdv' : 'intervention')
const nameOf = (visit: Unattended): string => entityOf(resourceOf(visit)).label(visit.record as never)

/** Appointments and works to come where nobody goes, because their people have left: each is given by its form, all of a person's by the handover. */
export function UnattendedView({ visits, onClients }: { visits: Unattended[] | undefined; onClients: () => void }) {
  const names = useNames()
  const desktop = useDesktop()
  const { roles } = useStaff()
  const preparesLeave = mayOpen(managerRoute('parametres'), roles)
  const projets = useLast(
    useRecords(
      'projet',
      visits?.map(({ record }) => record.IDPROJET),
    ),
  )
  const clients = useLast(useRecords('client', projets && [...projets.values()].map(({ IDCLIENT }) => IDCLIENT)))
  const { columns, whoOf, clientOf } = useMemo(() => {
    const whoOf = ({ gone }: Unattended): string => gone.map(names.personnel).filter(Boolean).join(', ')
    const clientOf = ({ record }: Unattended): string => {
      const client = clients?.get(projets?.get(record.IDPROJET ?? '')?.IDCLIENT ?? '')
      return client ? clientEntity.label(client) : ''
    }
    const columns: Column<Unattended>[] = [
      { id: 'objet', title: titles.object, by: nameOf, cell: nameOf },
      { id: 'debut', title: titles.start, by: ({ start }) => start, cell: ({ start }) => formatDateTime(start) },
      { id: 'client', title: titles.client, by: clientOf, cell: clientOf },
      { id: 'planifie', title: titles.planned, by: whoOf, cell: whoOf },
    ]
    return { columns, whoOf, clientOf }
  }, [names, projets, clients])
  const view = useListView({ screen: 'suivi-client', rows: visits, columns, isRead: clients !== undefined })
  const rows = view.rows
  return (
    <>
      <div className={styles.bar}>
        <ListCount>{rows ? text.unattendedCount(rows.length) : '\u00a0'}</ListCount>
        <ToolbarEnd>
          <SortSelect columns={view.columns} order={view.order} onOrder={view.setOrder} />
          <CsvButton disabled={!canExport(view)} onPress={view.download} />
        </ToolbarEnd>
      </div>
      {rows && rows.length > 0 ? (
        <VirtualList
          items={rows}
          estimate={desktop ? ROW_DESKTOP : ROW_PHONE}
          keyOf={(visit) => `${resourceOf(visit)}/${idOf(visit)}`}
          label={text.unattendedList}
          head={<ListSort view={view} />}
          row={(visit) => (
            <TaskRow
              title={nameOf(visit)}
              href={paths.resource.view(resourceOf(visit), idOf(visit))}
              sync={visit.record.sync.state}
              reason={<StateChip label={text.unattended} color="orange" />}
              lines={[
                [formatDateTime(visit.start), clientOf(visit)].filter(Boolean).join(' · '),
                text.unattendedOf(whoOf(visit)),
              ]}
              actions={
                <>
                  <PlainButton
                    look="main"
                    href={paths.resource.edit(resourceOf(visit), idOf(visit))}
                    label={text.giveOf(nameOf(visit))}
                  >
                    {text.give}
                  </PlainButton>
                  {preparesLeave
                    ? visit.gone.map((id) => (
                        <PlainButton
                          key={id}
                          href={paths.passation.href(id)}
                          icon={<IconUserShare size={18} aria-hidden />}
                          label={text.prepareLeave(names.personnel(id))}
                        />
                      ))
                    : null}
                </>
              }
            />
          )}
        />
      ) : null}
      {rows?.length === 0 ? (
        <EmptyState text={text.unattendedEmpty} action={<Button onClick={onClients}>{text.seeClients}</Button>} />
      ) : null}
    </>
  )
}
