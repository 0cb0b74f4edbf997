import { sql } from 'kysely'
import type { Viewers } from '../../schemas/access.ts'
import { addDays } from '../../schemas/dates.ts'
import { type AbsenceTimes, occurrencesOf } from '../../schemas/rules/absences.ts'
import type { TakenTime } from '../../schemas/rules/occupation.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { AgendaEntry } from './agenda.ts'

/** The people and times of a stored absence, and who may see it. */
interface StoredTimes extends AbsenceTimes {
  people: string[]
  meets: boolean
  agence: string | null
  personnes: string[]
}

/**
 * The times that absences take between two days, the first included: each occurrence, and nothing of why (DAY-10). A meeting is told as an appointment: whoever
 * has it is there.
 */
export async function absentTimes(
  tx: Tx,
  { from, before }: { from: string; before: string },
): Promise<(TakenTime & { viewers: Viewers })[]> {
  const { rows } = await sql<StoredTimes>`
    select "IDPERSONNELS" as people, "GENRE" = 'reunion' as meets, "DEBUT", "FIN", "REPETITION", "REPETER_JUSQUA",
      "REPETER_FOIS", "EXCEPTIONS", viewer_agence as agence, viewer_personnes as personnes
    from absence where company_id = current_setting('app.company_id') and not deleted
      and ("DERNIERE_FIN" > ${from} or "DERNIERE_FIN" is null)
      and ("DEBUT" < ${before} or jsonb_array_length("EXCEPTIONS") > 0)`.execute(tx)
  return rows.flatMap(({ people, meets, agence, personnes, ...times }) =>
    occurrencesOf(times, { from, until: addDays(before, -1) }).flatMap(({ debut, fin }) =>
      people.map((IDPERSONNEL) => ({
        IDPERSONNEL,
        kind: meets ? ('rdv' as const) : ('absence' as const),
        debut,
        fin,
        viewers: { agence, personnes },
      })),
    ),
  )
}

interface OwnAbsence extends AbsenceTimes {
  id: string
  JOURNEES: 0 | 1
  version: number
  changed: string
}

/**
 * One person's absences and meetings for the calendar that they subscribe to, each occurrence an entry, without the reason: other people's programs read that
 * calendar. @param until not included
 */
export async function absencesOf(
  tx: Tx,
  { personnel, from, until }: { personnel: string; from: string; until: string },
): Promise<AgendaEntry[]> {
  const { rows } = await sql<OwnAbsence>`
    select id, "JOURNEES", "DEBUT", "FIN", "REPETITION", "REPETER_JUSQUA", "REPETER_FOIS", "EXCEPTIONS", "VERSION" as version,
      updated_at as changed
    from absence where company_id = current_setting('app.company_id') and not deleted
      and "IDPERSONNELS" @> array[${personnel}]::text[]
      and ("DERNIERE_FIN" > ${from} or "DERNIERE_FIN" is null)
      and ("DEBUT" < ${until} or jsonb_array_length("EXCEPTIONS") > 0) order by id`.execute(tx)
  return rows.flatMap(({ id, JOURNEES, version, changed, ...times }) =>
    occurrencesOf(times, { from, until: addDays(until, -1) }).map((one) => ({
      ...NOWHERE,
      id: times.REPETITION === null ? id : `${id}.${one.id}`,
      kind: 'absence',
      allDay: JOURNEES === 1,
      start: one.debut,
      end: one.fin,
      version,
      changed,
    })),
  )
}

const NOWHERE = { title: null, client: null, phone: null, place: null, latitude: null, longitude: null }
