import type { RoleName } from '../../../schemas/entities/personnel.ts'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import type { AgendaPerson } from './calendar/agenda-event.ts'

type Colleague = Pick<
  ResourceRecord<'personnel'>,
  'IDPERSONNEL' | 'NOM' | 'NOM_COMPLET' | 'INITIALES' | 'ROLES' | 'IDAGENCE' | 'AGENCES'
>

/** Roles whose people go to appointments. */
const ON_THE_ROAD: readonly RoleName[] = ['commercial', 'metreur', 'commercial_director']
/** The most columns of a screen before anybody was chosen. */
const TEAM = 6

export interface AgendaPeople {
  /** Everybody whose agenda can be shown, me first, then by name. */
  all: AgendaPerson[]
  /** Whose agenda is shown. */
  shown: AgendaPerson[]
}

const isOnTheRoad = (one: Colleague): boolean => one.ROLES.some((role) => ON_THE_ROAD.includes(role))
const agenciesOf = (one: Colleague): (string | null)[] => [one.IDAGENCE, ...one.AGENCES]

/** The people whose agenda is shown: those chosen, else only me, or in the view with a column for each person my agency's first six. */
export function agendaPeople(
  colleagues: readonly Colleague[],
  asked: { me: AgendaPerson; agencies: readonly string[]; chosen: readonly string[] | null; team: boolean },
): AgendaPeople {
  const { me, agencies, chosen, team } = asked
  const others = colleagues
    .filter((one) => one.IDPERSONNEL !== me.id && (isOnTheRoad(one) || chosen?.includes(one.IDPERSONNEL)))
    .map((one) => ({
      id: one.IDPERSONNEL,
      name: one.NOM_COMPLET ?? one.NOM,
      initials: one.INITIALES ?? one.NOM.charAt(0),
      near: agenciesOf(one).some((agency) => agency !== null && agencies.includes(agency)),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'fr'))
  const all = [me, ...others.map(({ near: _, ...person }) => person)]
  if (chosen) {
    const shown = all.filter((person) => chosen.includes(person.id))
    if (shown.length > 0) return { all, shown }
  }
  if (!team) return { all, shown: [me] }
  const near = new Set(others.filter((person) => person.near).map((person) => person.id))
  return { all, shown: [me, ...all.filter((person) => near.has(person.id))].slice(0, TEAM) }
}
