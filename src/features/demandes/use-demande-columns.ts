import { useMemo } from 'react'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { demande as entity } from '../../../schemas/entities/demande.ts'
import { etatDemande } from '../../../schemas/rules/demandes.ts'
import type { Findable } from '../../../schemas/search.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLeft } from '../../data/records/use-left.ts'
import type { Records } from '../../data/records/use-records.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { demandesText as text } from '../../text/demandes.ts'
import { listViewsText } from '../../text/list-views.ts'
import { formatInstant } from '../../ui/format/format.ts'
import type { Column } from '../../ui/list/columns.ts'

const titles = listViewsText.columns
type Demande = LocalRecord<'demande'>

/** What « Demandes » is sorted and searched by, and what its file holds. */
export function useDemandeColumns(
  clients: Records<'client'> | undefined,
  people: Records<'personnel'> | undefined,
): { columns: Column<Demande>[]; find: (demande: Demande) => Findable } {
  const zone = useZone()
  const left = useLeft()
  return useMemo(() => {
    const clientOf = ({ IDCLIENT }: Demande) => clients?.get(IDCLIENT)
    const nameOf = (demande: Demande): string => {
      const client = clientOf(demande)
      return client ? clientEntity.label(client) : ''
    }
    const personOf = ({ PRISE_PAR }: Demande) => people?.get(PRISE_PAR ?? '')?.NOM_COMPLET ?? ''
    const columns: Column<Demande>[] = [
      { id: 'client', title: titles.client, by: nameOf, cell: nameOf },
      { id: 'genre', title: titles.kind, by: (one) => entity.label(one), cell: (one) => entity.label(one) },
      {
        id: 'recue',
        title: titles.received,
        by: ({ DATE_DEMANDE }) => DATE_DEMANDE,
        cell: ({ DATE_DEMANDE }) => formatInstant(DATE_DEMANDE, zone),
      },
      { id: 'etat', title: titles.state, cell: (one) => text.etats[etatDemande(one, left)] },
      { id: 'suivi', title: titles.person, by: personOf, cell: personOf },
      { id: 'message', title: titles.message, cell: ({ MESSAGE }) => MESSAGE },
      { id: 'telephone', title: titles.phone, cell: (one) => clientOf(one)?.PORTABLE ?? clientOf(one)?.TELEPHONE },
      { id: 'mail', title: titles.mail, cell: (one) => clientOf(one)?.MAIL },
    ]
    const find = (demande: Demande): Findable => {
      const client = clientOf(demande)
      return {
        words: [
          nameOf(demande),
          client?.VILLE,
          client?.MAIL,
          entity.label(demande),
          demande.MESSAGE,
          personOf(demande),
        ],
        phones: [client?.PORTABLE, client?.TELEPHONE],
      }
    }
    return { columns, find }
  }, [clients, people, zone, left])
}
