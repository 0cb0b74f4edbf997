import { client as clientEntity } from '../../../schemas/entities/client.ts'
import type { RoleName } from '../../../schemas/entities/personnel.ts'
import { subjectOf } from '../../../schemas/entities/projet.ts'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import { goesToAppointments } from '../../../schemas/roles.ts'
import { isClosed } from '../../../schemas/rules/project-lists.ts'
import type { RdvCache } from './rdv-cache.ts'

type Client = ResourceRecord<'client'>
type Projet = ResourceRecord<'projet'>

/**
 * Who attends an appointment that starts elsewhere than in the agenda. `me`: a visit that I decide. `responsible`: a call of the follow-up lists, made for the
 * person responsible for the project, else for the client. `both`: from the project's page. Whoever goes to no appointments makes them for the person
 * responsible, and for nobody where there is none.
 */
type Attendees = 'me' | 'responsible' | 'both'

export interface Plan {
  projet: Projet | null | undefined
  client: Client | null | undefined
  attendees: Attendees
}

/** Who makes the appointment. */
export interface Planner {
  id: string
  roles: readonly RoleName[]
}

/** The planner as a participant. */
export const ownVisit = ({ id, roles }: Planner): string[] => (goesToAppointments(roles) ? [id] : [])

/** The person responsible for the project, else for the client. */
export const responsibleFor = (
  projet: Pick<Projet, 'IDRESPONSABLEPROJET'> | null | undefined,
  client: Pick<Client, 'IDPERSONNEL'> | null | undefined,
): string[] => {
  const id = projet?.IDRESPONSABLEPROJET ?? client?.IDPERSONNEL
  return id ? [id] : []
}

function attending({ projet, client, attendees }: Plan, planner: Planner): string[] {
  const own = ownVisit(planner)
  const responsible = responsibleFor(projet, client)
  if (own.length === 0 || attendees === 'responsible') return responsible.length > 0 ? responsible : own
  return attendees === 'me' ? own : [...new Set([...own, ...responsibleFor(projet, null)])]
}

/** The first values of an appointment about a project, a client, or both (CAL-05): name, project, place, people. */
export function plannedRdv(plan: Plan, planner: Planner): RdvCache['values'] {
  const { projet, client } = plan
  return {
    RDV_OBJET: client ? clientEntity.label(client) : projet ? subjectOf(projet) : '',
    IDPROJET: projet?.IDPROJET ?? null,
    IDADRESSE: projet?.ADRESSE_CHANTIER ?? client?.IDADRESSE ?? null,
    IDPERSONNELS: attending(plan, planner),
  }
}

/** The first values of the appointment that follows another one: same project, place and people. */
export const followingRdv = (rdv: ResourceRecord<'rdv'>, planner: Planner): RdvCache['values'] => ({
  IDPROJET: rdv.IDPROJET,
  IDADRESSE: rdv.IDADRESSE,
  IDPERSONNELS: rdv.IDPERSONNELS.length > 0 ? rdv.IDPERSONNELS : ownVisit(planner),
})

/** A visit is about the client's only open project; with several, the form asks. */
export function onlyOpen<P extends Projet>(projets: readonly P[]): P | null {
  const open = projets.filter((projet) => !isClosed(projet))
  return open.length === 1 ? (open[0] ?? null) : null
}
