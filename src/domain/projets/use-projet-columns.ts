import { useMemo } from 'react'
import { today as dayIn } from '../../../schemas/dates.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { projet as entity } from '../../../schemas/entities/projet.ts'
import { journalWords } from '../../../schemas/journal.ts'
import { projectState } from '../../../schemas/rules/project-state.ts'
import type { Findable } from '../../../schemas/search.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { listViewsText } from '../../text/list-views.ts'
import { formatDate } from '../../ui/format/format.ts'
import type { Column } from '../../ui/list/columns.ts'
import { useNames } from '../records/use-names.ts'

const titles = listViewsText.columns
type Projet = LocalRecord<'projet'>

/**
 * What the projects behind a figure are sorted and searched by, and what their file holds. @param withClients reads the client of each: a figure may stand
 * for tens of thousands of projects, of which few rows are shown
 */
export function useProjetColumns(
  projets: readonly Projet[],
  withClients: boolean,
): {
  columns: Column<Projet>[]
  find: (projet: Projet) => Findable
  /** Whether the clients are read. */
  complete: boolean
} {
  const { entry: agence, personnel: person } = useNames()
  const zone = useZone()
  const clients = useRecords('client', withClients ? projets.map(({ IDCLIENT }) => IDCLIENT) : [], { stale: true })
  const told = useMemo(() => {
    const clientOf = ({ IDCLIENT }: Projet) => clients?.get(IDCLIENT)
    const nameOf = (projet: Projet): string => {
      const client = clientOf(projet)
      return client ? clientEntity.label(client) : ''
    }
    const townOf = (projet: Projet) => clientOf(projet)?.VILLE ?? null
    const personOf = ({ IDRESPONSABLEPROJET }: Projet) => person(IDRESPONSABLEPROJET ?? '')
    const columns: Column<Projet>[] = [
      { id: 'client', title: titles.client, by: nameOf, cell: nameOf },
      { id: 'ville', title: titles.town, by: townOf, cell: townOf },
      { id: 'telephone', title: titles.phone, cell: (one) => clientOf(one)?.PORTABLE ?? clientOf(one)?.TELEPHONE },
      { id: 'projet', title: titles.project, cell: (one) => entity.label(one) },
      { id: 'etat', title: titles.state, cell: (one) => projectState(one.IDETAT_PROJET).title },
      { id: 'responsable', title: titles.responsible, by: personOf, cell: personOf },
      { id: 'agence', title: titles.agency, cell: ({ IDAGENCE }) => agence(IDAGENCE ?? '') },
      {
        id: 'cree',
        title: titles.created,
        by: ({ DATE_CREATION }) => DATE_CREATION,
        cell: ({ DATE_CREATION }) => DATE_CREATION && formatDate(dayIn(zone, new Date(DATE_CREATION))),
      },
    ]
    const find = (projet: Projet): Findable => ({
      words: [nameOf(projet), townOf(projet), clientOf(projet)?.MAIL, projet.DESCRIPTION, journalWords(projet.JOURNAL)],
      phones: [clientOf(projet)?.PORTABLE, clientOf(projet)?.TELEPHONE],
    })
    return { columns, find }
  }, [clients, zone, agence, person])
  return { ...told, complete: withClients && clients !== undefined }
}
