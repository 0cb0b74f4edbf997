import { useMemo } from 'react'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import { positionOf } from '../../../schemas/rules/distance.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { isAnswerTo } from '../../data/records/is-answer-to.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useToAssign } from '../../domain/projets/use-waiting-projects.ts'
import { useLast } from '../../ui/hooks/use-last.ts'
import type { Site } from './suggest.ts'

/** One project without a responsible. */
export interface Orphan {
  projet: LocalRecord<'projet'>
  name: string
  client: LocalRecord<'client'> | undefined
  town: string | null
  site: Site
}

interface Orphans {
  /** Oldest first; undefined until they are read. */
  orphans: Orphan[] | undefined
  /** Their clients and places are read too. */
  isRead: boolean
}

/** Projects of to_assignment with client and place. */
export function useOrphans(agence: string | null): Orphans {
  const waiting = useToAssign(agence)
  const ids = waiting?.map(({ projet }) => projet.IDCLIENT)
  const clients = useLast(useRecords('client', ids))
  const places =
    waiting &&
    clients &&
    waiting.map(({ projet }) => projet.ADRESSE_CHANTIER ?? clients.get(projet.IDCLIENT)?.IDADRESSE)
  const adresses = useLast(useRecords('adresse', places))
  const isRead = isAnswerTo(clients, ids) && isAnswerTo(adresses, places)
  const orphans = useMemo(
    () =>
      waiting?.map(({ projet }) => {
        const client = clients?.get(projet.IDCLIENT)
        const adresse = adresses?.get(projet.ADRESSE_CHANTIER ?? client?.IDADRESSE ?? '')
        return {
          projet,
          client,
          name: client ? clientEntity.label(client) : projetEntity.label(projet),
          town: adresse?.VILLE ?? client?.VILLE ?? null,
          site: { id: projet.IDPROJET, agence: projet.IDAGENCE, place: adresse ? positionOf(adresse) : null },
        }
      }),
    [waiting, clients, adresses],
  )
  return { orphans, isRead }
}
