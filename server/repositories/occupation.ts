import { sql } from 'kysely'
import type { Viewers } from '../../schemas/access.ts'
import type { TakenTime } from '../../schemas/rules/occupation.ts'
import type { Tx } from '../plugins/database/database.ts'
import { absentTimes } from './absent-times.ts'

/** A taken time, and who may see what is behind it. */
export interface GuardedTime extends TakenTime {
  /** Of what it is a time. */
  resource: 'rdv' | 'intervention' | 'absence'
  viewers: Viewers
}

/** Grows with each change of an appointment, of works or of an absence, and of who may see one (SERVER-4). */
export async function lastPlanningSeq(tx: Tx): Promise<number> {
  const { rows } = await sql<{ seq: number | null }>`select greatest(
    (select max(seq) from rdv where company_id = current_setting('app.company_id')),
    (select max(seq) from intervention where company_id = current_setting('app.company_id')),
    (select max(seq) from absence where company_id = current_setting('app.company_id'))) as seq`.execute(tx)
  return Number(rows[0]?.seq ?? 0)
}

/** All taken times of the company between two days, the first included. No column that says what, where or for whom is read. */
export async function takenTimesOfAll(
  tx: Tx,
  { from, before }: { from: string; before: string },
): Promise<GuardedTime[]> {
  const { rows } = await sql<TakenTime & { agence: string | null; personnes: string[] }>`
    select "IDPERSONNEL", kind, debut, fin, agence, personnes from (
      select unnest("IDPERSONNELS") as "IDPERSONNEL", 'rdv' as kind, "RDV_DEBUT" as debut, "RDV_FIN" as fin,
        viewer_agence as agence, viewer_personnes as personnes
      from rdv where company_id = current_setting('app.company_id') and not deleted and "SUPPRIME" = 0
        and "RDV_FIN" > ${from} and "RDV_DEBUT" < ${before}
      union all
      select entry->>'IDPERSONNEL', 'intervention', entry->>'DEBUT', entry->>'FIN', viewer_agence, viewer_personnes
      from intervention, jsonb_array_elements("IDINTERVENTION_PLANNING") as entry
      where company_id = current_setting('app.company_id') and not deleted
    ) as taken
    where fin > ${from} and debut < ${before} and fin > debut
    order by "IDPERSONNEL" collate "C", debut collate "C", fin collate "C", kind`.execute(tx)
  const visits = rows.map(({ agence, personnes, ...time }): GuardedTime => {
    const resource = time.kind === 'rdv' ? 'rdv' : 'intervention'
    return { ...time, resource, viewers: { agence, personnes } }
  })
  const absent = (await absentTimes(tx, { from, before })).map(
    (time): GuardedTime => ({ ...time, resource: 'absence' }),
  )
  // In the order of the statement above; a time that is told twice must follow itself.
  const placeOf = ({ IDPERSONNEL, debut, fin, kind }: TakenTime) => [IDPERSONNEL, debut, fin, kind].join('\n')
  return absent.length === 0
    ? visits
    : [...visits, ...absent]
        .map((time) => ({ time, place: placeOf(time) }))
        .sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0))
        .map(({ time }) => time)
}
