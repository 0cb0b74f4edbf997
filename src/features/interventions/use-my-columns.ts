import { useMemo } from 'react'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { intervention as entity } from '../../../schemas/entities/intervention.ts'
import type { Findable } from '../../../schemas/search.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import type { Records } from '../../data/records/use-records.ts'
import { interventionsText as text } from '../../text/interventions.ts'
import { listViewsText } from '../../text/list-views.ts'
import { formatDateTime } from '../../ui/format/format.ts'
import type { Column } from '../../ui/list/columns.ts'
import type { MyWork, MyWorks } from './my-interventions.ts'

const titles = listViewsText.columns
type Mine = MyWork<LocalRecord<'intervention'>>

/** What a technician's list is searched by, and what its file holds. Its sections have their own orders: nothing sorts it. */
export function useMyColumns(
  projets: Records<'projet'> | undefined,
  clients: Records<'client'> | undefined,
  works: MyWorks<LocalRecord<'intervention'>> | undefined,
): {
  columns: Column<Mine>[]
  find: (mine: Mine) => Findable
  clientOf: (mine: Mine) => LocalRecord<'client'> | undefined
} {
  return useMemo(() => {
    const clientOf = ({ work }: Mine) => clients?.get(projets?.get(work.IDPROJET)?.IDCLIENT ?? '')
    const nameOf = (mine: Mine): string => {
      const client = clientOf(mine)
      return client ? clientEntity.label(client) : ''
    }
    const sectionOf = (mine: Mine): string => {
      const name = (['today', 'late', 'next', 'done'] as const).find((one) => works?.[one].includes(mine))
      return name === undefined ? '' : text.sections[name]
    }
    const columns: Column<Mine>[] = [
      { id: 'quand', title: titles.section, cell: sectionOf },
      { id: 'debut', title: titles.start, cell: ({ start }) => formatDateTime(start) },
      { id: 'fin', title: titles.end, cell: ({ end }) => formatDateTime(end) },
      { id: 'client', title: titles.client, cell: nameOf },
      { id: 'ville', title: titles.town, cell: (mine) => clientOf(mine)?.VILLE },
      { id: 'telephone', title: titles.phone, cell: (mine) => clientOf(mine)?.PORTABLE ?? clientOf(mine)?.TELEPHONE },
      { id: 'objet', title: titles.object, cell: ({ work }) => entity.label(work) },
    ]
    const find = (mine: Mine): Findable => {
      const client = clientOf(mine)
      return {
        words: [nameOf(mine), client?.VILLE, mine.work.RDV_OBJET, projets?.get(mine.work.IDPROJET)?.DESCRIPTION],
        phones: [client?.PORTABLE, client?.TELEPHONE],
      }
    }
    return { columns, find, clientOf }
  }, [projets, clients, works])
}
