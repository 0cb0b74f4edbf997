import { useMemo } from 'react'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import { quoteState } from '../../../schemas/rules/devis-state.ts'
import { quoteAge } from '../../../schemas/rules/relances.ts'
import type { Findable } from '../../../schemas/search.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import type { Records } from '../../data/records/use-records.ts'
import { devisFollowText } from '../../text/devis.ts'
import { euros } from '../../ui/format/csv.ts'
import { formatDate, formatInstant } from '../../ui/format/format.ts'
import type { Column } from '../../ui/list/columns.ts'
import { type Clock, followState } from './devis-follow.ts'

const titles = devisFollowText.list.columns
type Devis = LocalRecord<'devis'>

/** What the list of pending quotes is sorted and searched by, and what its file holds. */
export function useDevisColumns(
  clients: Records<'client'> | undefined,
  { zone, day }: Clock,
): { columns: Column<Devis>[]; find: (devis: Devis) => Findable } {
  return useMemo(() => {
    const clientOf = (devis: Devis) => clients?.get(devis.IDCLIENT)
    const nameOf = (devis: Devis): string => {
      const client = clientOf(devis)
      return client ? clientEntity.label(client) : ''
    }
    const stateOf = (devis: Devis): string =>
      followState(devis, { day }) === 'expire' ? 'Expiré' : quoteState(devis).label
    const phoneOf = (devis: Devis) => clientOf(devis)?.PORTABLE ?? clientOf(devis)?.TELEPHONE
    const ageOf = (devis: Devis) => quoteAge(devis, { zone, day })
    const columns: Column<Devis>[] = [
      { id: 'client', title: titles.client, by: nameOf, cell: nameOf },
      { id: 'numero', title: titles.number, by: (devis) => devis.NUMERO_DEVIS, cell: (devis) => devis.NUMERO_DEVIS },
      { id: 'objet', title: titles.object, cell: (devis) => devis.OBJET },
      { id: 'montant', title: titles.amount, by: (devis) => devis.PRIX_TTC, cell: (devis) => euros(devis.PRIX_TTC) },
      { id: 'etat', title: titles.state, by: stateOf, cell: stateOf },
      { id: 'attente', title: titles.age, by: ageOf },
      { id: 'jours', title: titles.days, cell: ageOf },
      {
        id: 'validite',
        title: titles.validity,
        by: (devis) => devis.DATE_VALIDITE,
        cell: (devis) => devis.DATE_VALIDITE && formatDate(devis.DATE_VALIDITE),
      },
      {
        id: 'consulte',
        title: titles.seen,
        cell: (devis) => devis.DATE_CONSULTATION && formatInstant(devis.DATE_CONSULTATION, zone),
      },
      { id: 'relances', title: titles.reminders, cell: (devis) => devis.RELANCES.length },
      { id: 'telephone', title: titles.phone, cell: phoneOf },
      { id: 'mail', title: titles.mail, cell: (devis) => clientOf(devis)?.MAIL },
    ]
    const find = (devis: Devis): Findable => {
      const client = clientOf(devis)
      return {
        words: [devisEntity.label(devis), devis.OBJET, nameOf(devis), client?.VILLE, client?.MAIL],
        phones: [client?.PORTABLE, client?.TELEPHONE],
      }
    }
    return { columns, find }
  }, [clients, zone, day])
}
