import { useMemo } from 'react'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { intervention as entity } from '../../../schemas/entities/intervention.ts'
import { STOP_WORDS } from '../../../schemas/rules/stopped.ts'
import type { Findable } from '../../../schemas/search.ts'
import { listViewsText } from '../../text/list-views.ts'
import { suiviInterventionsText as text } from '../../text/suivi-interventions.ts'
import { euros } from '../../ui/format/csv.ts'
import { formatDateTime } from '../../ui/format/format.ts'
import type { Column } from '../../ui/list/columns.ts'
import { isFirstOfQuote, phaseOf } from './interventions.ts'
import type { Around, Intervention } from './use-interventions.ts'

const titles = listViewsText.columns

type AroundClients = Pick<Around, 'projets' | 'clients'> & Partial<Pick<Around, 'stopOf'>>

const clientOf = (work: Intervention, { projets, clients }: AroundClients) =>
  clients?.get(projets?.get(work.IDPROJET)?.IDCLIENT ?? '')

/** What a list of works is sorted and searched by, and what its file holds. */
export function useInterventionColumns(
  { projets, clients, stopOf }: AroundClients,
  { now, personName }: { now: string; personName: (id: string) => string },
): { columns: Column<Intervention>[]; find: (work: Intervention) => Findable } {
  return useMemo(() => {
    const around = { projets, clients }
    const nameOf = (work: Intervention): string => {
      const client = clientOf(work, around)
      return client ? clientEntity.label(client) : ''
    }
    const townOf = (work: Intervention) => clientOf(work, around)?.VILLE ?? null
    const stateOf = (work: Intervention): string => {
      const stop = stopOf?.(work) ?? null
      if (stop !== null && work.FEEDBACK !== 'bon') return STOP_WORDS[stop]
      return work.FEEDBACK ? text.feedback[work.FEEDBACK] : text.phase[phaseOf(work, now)]
    }
    const plannedOf = (work: Intervention): string =>
      [...new Set(work.IDINTERVENTION_PLANNING.map(({ IDPERSONNEL }) => personName(IDPERSONNEL)))]
        .filter(Boolean)
        .join(', ')
    const columns: Column<Intervention>[] = [
      { id: 'client', title: titles.client, by: nameOf, cell: nameOf },
      { id: 'ville', title: titles.town, by: townOf, cell: townOf },
      {
        id: 'telephone',
        title: titles.phone,
        cell: (work) => clientOf(work, around)?.PORTABLE ?? clientOf(work, around)?.TELEPHONE,
      },
      { id: 'objet', title: titles.object, cell: (work) => entity.label(work) },
      {
        id: 'debut',
        title: titles.start,
        by: (work) => work.RDV_DEBUT,
        cell: (work) => formatDateTime(work.RDV_DEBUT),
      },
      { id: 'fin', title: titles.end, cell: (work) => formatDateTime(work.RDV_FIN) },
      { id: 'planifie', title: titles.planned, cell: plannedOf },
      { id: 'etat', title: titles.state, by: stateOf, cell: stateOf },
      {
        id: 'solde',
        title: titles.balance,
        by: (work) => work.SOLDE_DEVIS,
        cell: (work, works) =>
          work.SOLDE_DEVIS === null || !isFirstOfQuote(work, works) ? '' : euros(work.SOLDE_DEVIS),
      },
    ]
    const find = (work: Intervention): Findable => {
      const client = clientOf(work, around)
      return {
        words: [
          nameOf(work),
          client?.VILLE,
          client?.MAIL,
          work.RDV_OBJET,
          projets?.get(work.IDPROJET)?.DESCRIPTION,
          plannedOf(work),
        ],
        phones: [client?.PORTABLE, client?.TELEPHONE],
      }
    }
    return { columns, find }
  }, [projets, clients, stopOf, now, personName])
}
