import { addDays, mondayOf } from '../../schemas/dates.ts'
import { absence } from '../../schemas/entities/absence.ts'
import { makeRecord } from './record.ts'
import { before, noLaterThanToday, type World } from './world.ts'

/** Weeks after the last one that has appointments. */
const AHEAD = 8

/** Each has a week of leave, a few weeks after the demo's appointments, one person after the other. Call it last: it draws nothing for others. */
export function takeLeave(world: World): void {
  const { cast, today, batch } = world
  const noted = before(world, noLaterThanToday(world, today), 2, 9)
  for (const [rank, { IDPERSONNEL }] of cast.staff.entries()) {
    const monday = addDays(mondayOf(today), 7 * (AHEAD + (rank % AHEAD)))
    batch.absences.push(
      makeRecord(absence, {
        id: world.id(noted),
        IDPERSONNELS: [IDPERSONNEL],
        GENRE: 'conges',
        JOURNEES: 1,
        DEBUT: `${monday} 00:00`,
        FIN: `${addDays(monday, 5)} 00:00`,
      }),
    )
  }
}
