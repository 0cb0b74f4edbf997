import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { addDays, wallClock } from '../../schemas/dates.ts'
import type { ResourceRecord } from '../../schemas/resources.ts'
import { type Annonce, annonceRefusal, MOST_ANNONCES } from '../../schemas/rules/annonces.ts'
import { CANAUX_REPONSE } from '../../schemas/rules/demandes.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Database, Tx } from '../plugins/database/database.ts'
import { noteByService } from '../writes/note-in-journal.ts'
import { clientOfRdv, journalEntry, queueAnnonce } from '../writes/notify-client.ts'
import { type ServiceWrite, serviceWrite } from '../writes/service-write.ts'

type App = Pick<FastifyInstance, 'db' | 'hints' | 'messages'>
type Rdv = ResourceRecord<'rdv'>

/** Nobody is reminded later in the evening, however late the server looks. */
const LATEST = '21:00'

interface Due {
  id: string
  NOM: string
  zone: string
}

/** Companies whose hour has come. */
async function companiesDue(db: Database, now: Date): Promise<Due[]> {
  const all = await db.transaction({ platform: true }, (tx) =>
    tx
      .selectFrom('company')
      .select(['id', 'NOM', 'FUSEAU as zone', 'RAPPEL_RDV as hour'])
      .where('RAPPEL_RDV', 'is not', null)
      .where('disabled', '=', false)
      .orderBy('id')
      .execute(),
  )
  return all.filter(({ zone, hour }) => {
    const time = wallClock(now, zone).slice(11)
    return hour !== null && hour <= time && time < LATEST
  })
}

/** Tomorrow's appointments, of projects that go on, of which the customer was not reminded yet. What was announced today is no news in the evening. */
async function rdvsDue(tx: Tx, { zone, now }: { zone: string; now: Date }): Promise<string[]> {
  const today = wallClock(now, zone).slice(0, 10)
  const tomorrow = addDays(today, 1)
  const { rows } = await sql<{ id: string }>`select r."IDRDV" as id from rdv r
    where r.company_id = current_setting('app.company_id') and r."RDV_DEBUT" >= ${tomorrow}
      and r."RDV_DEBUT" < ${addDays(tomorrow, 1)} and r."SUPPRIME" = 0 and not r.deleted
      and exists (select from projet p where p.company_id = r.company_id and p."IDPROJET" = r."IDPROJET"
        and not p.deleted and p."DATE_SANS_SUITE" is null)
      and not exists (select from jsonb_array_elements(r."ANNONCES") a where a ->> 'DEBUT' = r."RDV_DEBUT"
        and (a ->> 'GENRE' = 'rappel' or (a ->> 'LE')::timestamptz at time zone ${zone} >= ${today}::date))
    order by r."RDV_DEBUT", r."IDRDV"`.execute(tx)
  return rows.map(({ id }) => id)
}

const isReminded = (rdv: Rdv): boolean =>
  rdv.ANNONCES.some(({ GENRE, DEBUT }) => GENRE === 'rappel' && DEBUT === rdv.RDV_DEBUT)

/**
 * Reminds the customer of one appointment: by mail, or by SMS to whoever has no address. The row is locked, so of several processes one does it, once.
 * @returns whether a message is queued
 */
async function remind(
  write: ServiceWrite,
  id: string,
  { company, now }: { company: Due; now: Date },
): Promise<boolean> {
  const row = await write.lock('rdv', id)
  const rdv = row?.record as Rdv | undefined
  if (!row || !rdv || rdv.IDPROJET === null || isReminded(rdv) || rdv.ANNONCES.length >= MOST_ANNONCES) return false
  const client = await clientOfRdv(write.tx, rdv)
  if (!client || client.SANS_RAPPELS === 1) return false
  const at = wallClock(now, company.zone)
  const CANAL = CANAUX_REPONSE.find((one) => annonceRefusal(one, { genre: 'rappel', rdv, client, now: at }) === null)
  if (!CANAL) return false
  const annonce: Annonce = { id: uuidv7(), LE: now.toISOString(), GENRE: 'rappel', CANAL, DEBUT: rdv.RDV_DEBUT }
  await noteByService(write, rdv.IDPROJET, journalEntry(annonce, { zone: company.zone, author: company.NOM }))
  write.set('rdv', row, { ANNONCES: [...rdv.ANNONCES, annonce] })
  await queueAnnonce(write.tx, { rdv: id, annonce, client })
  return true
}

/**
 * Sends the reminders that are due (DAY-09). A company or an appointment that fails keeps nobody else from theirs.
 * @returns how many
 * @throws AggregateError once all were tried, with what failed
 */
export async function sendReminders(app: App, now: Date = new Date()): Promise<number> {
  const failures: unknown[] = []
  const tried = async <T>(fn: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await fn()
    } catch (error) {
      failures.push(error)
      return undefined
    }
  }
  let sent = 0
  for (const company of await companiesDue(app.db, now)) {
    const due = await tried(() => app.db.inTenant(company.id, (tx) => rdvsDue(tx, { zone: company.zone, now })))
    let queued = 0
    for (const id of due ?? []) {
      if (await tried(() => serviceWrite(app, company.id, (write) => remind(write, id, { company, now })))) queued += 1
    }
    if (queued > 0) app.messages.wake(company.id)
    sent += queued
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Reminders that failed')
  return sent
}

const EVERY_MS = 5 * 60_000

/** Looks every few minutes from now on; each process may, because an appointment's row says whether its customer was reminded. */
export function remindRegularly(app: App, onError: (error: unknown) => void): void {
  let looking = false
  const look = async (): Promise<void> => {
    if (looking) return
    looking = true
    await sendReminders(app)
      .catch(onError)
      .finally(() => {
        looking = false
      })
  }
  setInterval(() => void look(), EVERY_MS).unref()
}
