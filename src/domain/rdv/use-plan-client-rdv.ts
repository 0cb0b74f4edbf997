import { client as clientEntity } from '../../../schemas/entities/client.ts'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import { isClosed } from '../../../schemas/rules/project-lists.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import type { LocalData } from '../../data/database/local-data.ts'
import { useLocalData } from '../../data/database/local-data-provider.tsx'
import { watchList } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { useGo } from '../../ui/navigation/use-leave.ts'
import { cacheRdv, type RdvCache } from './rdv-cache.ts'

const projectsOf = (data: LocalData, IDCLIENT: string): Promise<LocalRecord<'projet'>[]> =>
  new Promise((resolve) => {
    const stop = watchList(data, 'projet', { selector: { IDCLIENT } }, (rows) => {
      resolve(rows)
      queueMicrotask(() => stop())
    })
  })

/** The first values of an appointment for a visit to a client. */
export function clientRdv(
  client: ResourceRecord<'client'>,
  { projets, me }: { projets: readonly ResourceRecord<'projet'>[]; me: string },
): RdvCache['values'] {
  // A visit is about the client's only open project; with several, the form asks.
  const open = projets.filter((projet) => !isClosed(projet))
  const projet = open.length === 1 ? open[0] : undefined
  return {
    RDV_OBJET: clientEntity.label(client),
    IDPERSONNELS: [me],
    ...(projet ? { IDPROJET: projet.IDPROJET } : {}),
    IDADRESSE: projet?.ADRESSE_CHANTIER ?? client.IDADRESSE,
  }
}

/** Opens the appointment form for a client, filled with known values: name, me, the open project, the place (CAL-05). */
export function usePlanRdv(): (client: LocalRecord<'client'>) => void {
  const data = useLocalData()
  const { account } = useSession()
  const go = useGo()
  return (client) => {
    if (!data) return
    void projectsOf(data, client.IDCLIENT).then((projets) => {
      cacheRdv(null, clientRdv(client, { projets, me: account.id }))
      go(paths.resource.create('rdv', { IDCLIENT: client.IDCLIENT }))
    })
  }
}
