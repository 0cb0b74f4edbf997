import type { ResourceRecord } from '../../../schemas/resources.ts'
import { goesToAppointments } from '../../../schemas/roles.ts'
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
  /** Whoever goes to no appointments has no agenda: they open the team's. */
  visits: boolean
  agencies: readonly string[]
  chosen: readonly string[] | null
  team: boolean
}

/** The people whose agenda is shown: those chosen, else only me, or in the view with a column for each person my agency's first six. */
export function agendaPeople(colleagues: readonly Colleague[], asked: Asked): AgendaPeople {
  const { me, visits, agencies, chosen, team } = asked
  const others = colleagues
    .filter((one) => one.IDPERSONNEL !== me.id && (goesToAppointments(one.ROLES) || chosen?.includes(one.IDPERSONNEL)))
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
  if (!team && visits) return { all, shown: [me] }
  const near = new Set(others.filter((person) => person.near).map((person) => person.id))
  const mates = all.filter((person) => near.has(person.id))
  if (visits) return { all, shown: [me, ...mates].slice(0, TEAM) }
  const [, ...everybody] = all
  const shown = (mates.length > 0 ? mates : everybody).slice(0, TEAM)
  return { all, shown: shown.length > 0 ? shown : [me] }
}
