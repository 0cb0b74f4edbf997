import { useCallback } from 'react'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useSession } from '../../data/session/session.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { useGo } from '../../ui/navigation/use-leave.ts'
import { cacheRdv } from './rdv-cache.ts'

/** Opens the appointment form on a project and its client (CAL-05), for the person responsible, else for me. */
export function usePlanRdv(): (
  projet: LocalRecord<'projet'> | null,
  client: LocalRecord<'client'> | null | undefined,
) => void {
  const { account } = useSession()
  const go = useGo()
  return useCallback(
    (projet, client) => {
      cacheRdv(null, {
        RDV_OBJET: client ? clientEntity.label(client) : projet ? projetEntity.label(projet) : '',
        IDPROJET: projet?.IDPROJET ?? null,
        IDADRESSE: projet?.ADRESSE_CHANTIER ?? client?.IDADRESSE ?? null,
        IDPERSONNELS: [projet?.IDRESPONSABLEPROJET ?? client?.IDPERSONNEL ?? account.id],
      })
      const idClient = client?.IDCLIENT ?? projet?.IDCLIENT
      go(paths.resource.create('rdv', idClient ? { IDCLIENT: idClient } : {}))
    },
    [account.id, go],
  )
}
