import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { useRecords } from '../../data/records/use-records.ts'
import type { PageResource } from '../../ui/navigation/paths.ts'
import type { Notice } from './use-notices.ts'

export interface NoticeNames {
  /** The client, or the colleague, whom a notice is about; null when this device does not know. */
  subject: (notice: Notice) => string | null
  /** Who did it; null for a customer, and for somebody unknown. */
  author: (notice: Notice) => string | null
}

/** A notice names nobody: names are read from the records of this device. */
export function useNoticeNames(notices: readonly Notice[]): NoticeNames {
  const ids = (resource: PageResource | 'demande'): (string | null)[] =>
    notices.filter(({ RESSOURCE }) => RESSOURCE === resource).map(({ IDENREGISTREMENT }) => IDENREGISTREMENT)
  const options = { stale: true, hidden: true }
  const rdvs = useRecords('rdv', ids('rdv'), options)
  const works = useRecords('intervention', ids('intervention'), options)
  const quotes = useRecords('devis', ids('devis'), options)
  const requests = useRecords('demande', ids('demande'), options)
  const projectOf = ({ RESSOURCE, IDENREGISTREMENT }: Notice): string | null => {
    const id = IDENREGISTREMENT ?? ''
    if (RESSOURCE === 'projet') return IDENREGISTREMENT
    return (rdvs?.get(id) ?? works?.get(id) ?? quotes?.get(id))?.IDPROJET ?? null
  }
  const projets = useRecords('projet', notices.map(projectOf), options)
  const clientOf = (notice: Notice): string | null =>
    notice.RESSOURCE === 'client' ? notice.IDENREGISTREMENT : clientBehind(notice)
  const clientBehind = (notice: Notice): string | null =>
    requests?.get(notice.IDENREGISTREMENT ?? '')?.IDCLIENT ?? projets?.get(projectOf(notice) ?? '')?.IDCLIENT ?? null
  const clients = useRecords('client', notices.map(clientOf), options)
  const people = useRecords('personnel', [...notices.map(({ AUTEUR }) => AUTEUR), ...ids('personnel')], options)
  const nameOf = (id: string | null): string | null => {
    const found = people?.get(id ?? '')
    return found ? (found.NOM_COMPLET ?? found.NOM) : null
  }
  return {
    subject: (notice) => {
      if (notice.RESSOURCE === 'personnel') return nameOf(notice.IDENREGISTREMENT)
      const found = clients?.get(clientOf(notice) ?? '')
      return found ? clientEntity.label(found) : null
    },
    author: ({ AUTEUR }) => nameOf(AUTEUR),
  }
}
