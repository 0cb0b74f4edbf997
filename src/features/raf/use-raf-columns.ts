import { useMemo } from 'react'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { entityOf } from '../../../schemas/resources.ts'
import type { Findable } from '../../../schemas/search.ts'
import type { Records } from '../../data/records/use-records.ts'
import type { MyRaf } from '../../domain/rdv/use-raf.ts'
import { listViewsText } from '../../text/list-views.ts'
import { rafText } from '../../text/raf.ts'
import { formatDateTime } from '../../ui/format/format.ts'
import type { Column } from '../../ui/list/columns.ts'

const titles = listViewsText.columns
const labelOf = ({ kind, record }: MyRaf): string => entityOf(kind).label(record as never)

/** What « RAF à saisir » is searched by, and what its file holds. It stands by days, so only its day sorts it. */
export function useRafColumns(
  projets: Records<'projet'> | undefined,
  clients: Records<'client'> | undefined,
): { columns: Column<MyRaf>[]; find: (item: MyRaf) => Findable; clientOf: (item: MyRaf) => string | null } {
  return useMemo(() => {
    const projetOf = ({ record }: MyRaf) => projets?.get(record.IDPROJET ?? '')
    const found = (item: MyRaf) => clients?.get(projetOf(item)?.IDCLIENT ?? '')
    const clientOf = (item: MyRaf): string | null => {
      const client = found(item)
      return client ? clientEntity.label(client) : null
    }
    const columns: Column<MyRaf>[] = [
      { id: 'date', title: titles.date, by: ({ end }) => end, cell: ({ end }) => formatDateTime(end) },
      { id: 'client', title: titles.client, cell: clientOf },
      { id: 'ville', title: titles.town, cell: (item) => found(item)?.VILLE },
      { id: 'telephone', title: titles.phone, cell: (item) => found(item)?.PORTABLE ?? found(item)?.TELEPHONE },
      { id: 'objet', title: titles.object, cell: labelOf },
      { id: 'genre', title: titles.kind, cell: ({ kind }) => rafText.kinds[kind] },
    ]
    const find = (item: MyRaf): Findable => ({
      words: [clientOf(item), found(item)?.VILLE, found(item)?.MAIL, labelOf(item), projetOf(item)?.DESCRIPTION],
      phones: [found(item)?.PORTABLE, found(item)?.TELEPHONE],
    })
    return { columns, find, clientOf }
  }, [projets, clients])
}
