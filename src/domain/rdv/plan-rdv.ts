import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import { isClosed } from '../../../schemas/rules/project-lists.ts'
import type { RdvCache } from './rdv-cache.ts'

type Client = ResourceRecord<'client'>
type Projet = ResourceRecord<'projet'>

/**
 * Who attends an appointment that starts elsewhere than in the agenda. `me`: a visit that I decide. `responsible`: a call of the follow-up lists, made for the
 * person responsible for the project, else for the client. `both`: from the project's page.
 */
type Attendees = 'me' | 'responsible' | 'both'

export interface Plan {
  projet: Projet | null | undefined
  client: Client | null | undefined
  attendees: Attendees
}

function attending({ projet, client, attendees }: Plan, me: string): string[] {
  const responsible = projet?.IDRESPONSABLEPROJET
  if (attendees === 'me') return [me]
  if (attendees === 'responsible') return [responsible ?? client?.IDPERSONNEL ?? me]
  return [...new Set([me, ...(responsible ? [responsible] : [])])]
}

/** The first values of an appointment about a project, a client, or both (CAL-05): name, project, place, people. */
export function plannedRdv(plan: Plan, me: string): RdvCache['values'] {
  const { projet, client } = plan
  return {
    RDV_OBJET: client ? clientEntity.label(client) : projet ? projetEntity.label(projet) : '',
    IDPROJET: projet?.IDPROJET ?? null,
    IDADRESSE: projet?.ADRESSE_CHANTIER ?? client?.IDADRESSE ?? null,
    IDPERSONNELS: attending(plan, me),
  }
}

/** The first values of the appointment that follows another one: same project, place and people. */
export const followingRdv = (rdv: ResourceRecord<'rdv'>, me: string): RdvCache['values'] => ({
  IDPROJET: rdv.IDPROJET,
  IDADRESSE: rdv.IDADRESSE,
  IDPERSONNELS: rdv.IDPERSONNELS.length > 0 ? rdv.IDPERSONNELS : [me],
})

/** A visit is about the client's only open project; with several, the form asks. */
export function onlyOpen(projets: readonly Projet[]): Projet | null {
  const open = projets.filter((projet) => !isClosed(projet))
  return open.length === 1 ? (open[0] ?? null) : null
}
