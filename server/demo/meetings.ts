import { addDays, mondayOf } from '../../schemas/dates.ts'
import { rdv } from '../../schemas/entities/rdv.ts'
import { report } from './acts.ts'
import { makeRecord } from './record.ts'
import { before, noLaterThanToday, type World } from './world.ts'

/** An appointment takes a hundred participants at most. */
const TABLE = 30

/** The Monday meeting of each agency, this week and the next: an appointment of several people, without a project. */
export function holdMeetings(world: World): void {
  const { cast, agenda, today } = world
  for (const [rank, monday] of [mondayOf(today), addDays(mondayOf(today), 7)].entries()) {
    for (const agence of cast.agences) {
      const people = cast.staff
        .filter(({ IDAGENCE }) => IDAGENCE === agence.id)
        .map((p) => p.IDPERSONNEL)
        .slice(0, TABLE)
      const slot = { from: `${monday} 08:30`, to: `${monday} 09:30` }
      if (people.length < 2) continue
      for (const person of people) agenda.take(person, slot)
      const noted = before(world, noLaterThanToday(world, monday), 2, 9)
      const record = makeRecord(rdv, {
        IDRDV: world.id(noted),
        RDV_OBJET: "Réunion d'agence",
        RDV_DEBUT: slot.from,
        RDV_FIN: slot.to,
        IDNATURE_RDV: cast.coded('NATURE_RDV', 'Autre'),
        IDPERSONNELS: people,
        DATE_CREATION: world.instant(noted),
      })
      world.batch.rdvs.push(record)
      if (rank === 0 && monday < today) report(world, record)
    }
  }
}
