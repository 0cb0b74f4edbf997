import { useMemo } from 'react'
import { today as dayIn } from '../../../schemas/dates.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import type { Records } from '../../data/records/use-records.ts'
import { useZone } from '../../data/session/use-zone.ts'
import type { WaitingProject } from '../../domain/projets/use-waiting-projects.ts'
import type { Names } from '../../domain/records/use-names.ts'
import { listViewsText } from '../../text/list-views.ts'
import { formatDate } from '../../ui/format/format.ts'
import type { Column } from '../../ui/list/columns.ts'
import { planReason } from './follow.ts'

const titles = listViewsText.columns

/** What the projects to plan are sorted by, and what their file holds. */
export function usePlanColumns(clients: Records<'client'> | undefined, names: Names): Column<WaitingProject>[] {
  const zone = useZone()
  return useMemo(() => {
    const clientOf = ({ projet }: WaitingProject) => clients?.get(projet.IDCLIENT)
    const nameOf = (one: WaitingProject): string => {
      const client = clientOf(one)
      return client ? clientEntity.label(client) : ''
    }
    const townOf = (one: WaitingProject) => clientOf(one)?.VILLE ?? null
    const personOf = ({ projet }: WaitingProject) => names.personnel(projet.IDRESPONSABLEPROJET ?? '')
    return [
      { id: 'client', title: titles.client, by: nameOf, cell: nameOf },
      { id: 'ville', title: titles.town, by: townOf, cell: townOf },
      { id: 'telephone', title: titles.phone, cell: (one) => clientOf(one)?.PORTABLE ?? clientOf(one)?.TELEPHONE },
      { id: 'projet', title: titles.project, cell: ({ projet }) => projetEntity.label(projet) },
      { id: 'etat', title: titles.state, cell: planReason },
      { id: 'suivi', title: titles.person, by: personOf, cell: personOf },
      {
        id: 'cree',
        title: titles.created,
        by: ({ projet }) => projet.DATE_CREATION,
        cell: ({ projet }) => projet.DATE_CREATION && formatDate(dayIn(zone, new Date(projet.DATE_CREATION))),
      },
    ] satisfies Column<WaitingProject>[]
  }, [clients, names, zone])
}
