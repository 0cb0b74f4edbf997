import { UNKNOWN_NATURE } from '../../../schemas/entities/reference.ts'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { formatPhone } from '../../ui/format/format.ts'
import type { AgendaEvent } from './calendar/agenda-event.ts'

export interface EventSources {
  rdv: Pick<
    LocalRecord<'rdv'>,
    'IDRDV' | 'RDV_OBJET' | 'RDV_DEBUT' | 'RDV_FIN' | 'IDPERSONNELS' | 'DEBRIEF_CATEGORIE'
  > & {
    VERSION?: number
    sync: Pick<LocalRecord<'rdv'>['sync'], 'state'>
  }
  /** Undefined: this device's list does not have the nature. */
  nature?: Pick<ResourceRecord<'reference'>, 'LIBELLE' | 'CODECOULEUR'> | undefined
  client?: Pick<ResourceRecord<'client'>, 'NOM' | 'PRENOM' | 'VILLE' | 'PORTABLE' | 'TELEPHONE' | 'MAIL'> | undefined
  /** Its place: its own, else the site's or the client's. */
  adresse?: Pick<ResourceRecord<'adresse'>, 'VILLE' | 'ADRESSE_COMPLETE'> | undefined
}

/** An appointment as the calendar shows it: its nature's colour and name, its people and place, its state of synchronisation. */
export function toAgendaEvent({ rdv, nature, client, adresse }: EventSources): AgendaEvent {
  const name = [client?.NOM, client?.PRENOM].filter(Boolean).join(' ')
  const subtitle = [name, adresse?.VILLE || client?.VILLE].filter(Boolean).join(', ')
  const phone = client?.PORTABLE ?? client?.TELEPHONE
  const place = adresse?.ADRESSE_COMPLETE || adresse?.VILLE
  return {
    id: rdv.IDRDV,
    ...(rdv.VERSION === undefined ? {} : { version: rdv.VERSION }),
    title: rdv.RDV_OBJET ?? '',
    start: rdv.RDV_DEBUT,
    end: rdv.RDV_FIN,
    color: nature?.CODECOULEUR ?? null,
    natureLabel: nature?.LIBELLE ?? UNKNOWN_NATURE,
    pending: rdv.sync.state === 'pending',
    refused: rdv.sync.state === 'refused',
    debrief: rdv.DEBRIEF_CATEGORIE as AgendaEvent['debrief'],
    people: rdv.IDPERSONNELS,
    ...(subtitle ? { subtitle } : {}),
    ...(phone ? { phone: formatPhone(phone) } : {}),
    ...(client?.MAIL ? { mail: client.MAIL } : {}),
    ...(place ? { place } : {}),
  }
}
