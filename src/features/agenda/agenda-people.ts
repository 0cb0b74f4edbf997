import type { ResourceRecord } from '../../../schemas/resources.ts'
import { goesToAppointments, hasAgenda } from '../../../schemas/roles.ts'
import { agendaText as text } from '../../text/agenda.ts'
import type { AgendaPerson } from './calendar/agenda-event.ts'

type Colleague = Pick<
  ResourceRecord<'personnel'>,
  'IDPERSONNEL' | 'NOM' | 'NOM_COMPLET' | 'INITIALES' | 'ROLES' | 'IDAGENCE' | 'AGENCES'
>

/** The most columns of a screen before anybody was chosen. */
const TEAM = 6

export interface AgendaPeople {
  /** Everybody whose agenda can be shown, me first, then by name. */
  all: AgendaPerson[]
  /** Whose agenda is shown. */
  shown: AgendaPerson[]
}

const agenciesOf = (one: Colleague): (string | null)[] => [one.IDAGENCE, ...one.AGENCES]

interface Asked {
  me: AgendaPerson
  /** Whoever has neither appointments nor works has no agenda: they open the team's. */
  hasOwn: boolean
  /** Knows when colleagues are taken. Whoever does not sees their own agenda only: another would look free where something is hidden (DAY-01). */
  plans: boolean
  agencies: readonly string[]
  chosen: readonly string[] | null
  team: boolean
  /** People who have left: their empty agenda would look free. */
  left: ReadonlySet<string>
  /** Those of them for whom something is still to come: somebody has to see it. */
  expected: ReadonlySet<string>
}

/** The people whose agenda is shown: those chosen, else only me, or in the view with a column for each person my agency's first six. */
export function agendaPeople(colleagues: readonly Colleague[], asked: Asked): AgendaPeople {
  const { me, hasOwn, plans, agencies, chosen, team, left, expected } = asked
  if (!plans) return { all: [me], shown: [me] }
  const others = colleagues
    .filter((one) => one.IDPERSONNEL !== me.id && (!left.has(one.IDPERSONNEL) || expected.has(one.IDPERSONNEL)))
    .filter((one) => hasAgenda(one.ROLES) || expected.has(one.IDPERSONNEL) || chosen?.includes(one.IDPERSONNEL))
    .map((one) => ({
      id: one.IDPERSONNEL,
      name: left.has(one.IDPERSONNEL) ? text.leftName(one.NOM_COMPLET ?? one.NOM) : (one.NOM_COMPLET ?? one.NOM),
      initials: one.INITIALES ?? one.NOM.charAt(0),
      // Whoever has left is chosen by hand: nothing new is planned for them.
      visits: goesToAppointments(one.ROLES) && !left.has(one.IDPERSONNEL),
      near: agenciesOf(one).some((agency) => agency !== null && agencies.includes(agency)),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'fr'))
  const all = [me, ...others.map(({ near: _near, visits: _visits, ...person }) => person)]
  if (chosen) {
    const shown = all.filter((person) => chosen.includes(person.id))
    if (shown.length > 0) return { all, shown }
  }
  if (!team && hasOwn) return { all, shown: [me] }
  // Technicians are chosen by hand: the columns that open are of those with whom one goes to appointments.
  const ofTeam = (isMate: (one: (typeof others)[number]) => boolean): AgendaPerson[] => {
    const ids = new Set(others.filter((one) => one.visits && isMate(one)).map(({ id }) => id))
    return all.filter((person) => ids.has(person.id))
  }
  const mates = ofTeam(({ near }) => near)
  if (hasOwn) return { all, shown: [me, ...mates].slice(0, TEAM) }
  const shown = (mates.length > 0 ? mates : ofTeam(() => true)).slice(0, TEAM)
  return { all, shown: shown.length > 0 ? shown : [me] }
}
