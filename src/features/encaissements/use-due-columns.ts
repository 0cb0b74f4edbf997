import { useMemo } from 'react'
import { today } from '../../../schemas/dates.ts'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import type { Findable } from '../../../schemas/search.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { paiementsText } from '../../text/paiements.ts'
import type { Column } from '../../ui/list/columns.ts'
import type { Due, ExportNames } from './outstanding.ts'

const text = paiementsText.outstanding
const [AGENCY, PERSON, CLIENT, QUOTE, SIGNED, LAWFUL, , , LEFT, OVER] = text.csv

/** What « Restes à payer » is sorted and searched by, order by order; its file has its own lines, with the totals (exportRows). */
export function useDueColumns(names: ExportNames): { columns: Column<Due>[]; find: (due: Due) => Findable } {
  const zone = useZone()
  return useMemo(() => {
    const columns: Column<Due>[] = [
      { id: 'client', title: CLIENT, by: ({ devis }) => names.client(devis.IDCLIENT) },
      { id: 'devis', title: QUOTE, by: ({ devis }) => devisEntity.label(devis) },
      { id: 'signe', title: SIGNED, by: ({ devis }) => today(zone, new Date(devis.DATE_SIGNATURE ?? '')) },
      { id: 'exigible', title: LAWFUL, by: ({ from }) => from },
      {
        id: 'commercial',
        title: PERSON,
        by: ({ responsable }) => (responsable === '' ? null : names.person(responsable)),
      },
      { id: 'agence', title: AGENCY, by: ({ agence }) => (agence === '' ? null : names.agence(agence)) },
      { id: 'reste', title: LEFT, by: ({ left }) => left },
      { id: 'rendre', title: OVER, by: ({ over }) => over },
    ]
    const find = ({ devis, responsable }: Due): Findable => ({
      words: [names.client(devis.IDCLIENT), devisEntity.label(devis), devis.OBJET, names.person(responsable)],
    })
    return { columns, find }
  }, [names, zone])
}
