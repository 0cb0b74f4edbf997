import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { addDays, dayStart, wallClock } from '../../schemas/dates.ts'
import type { ResourceRecord } from '../../schemas/resources.ts'
import { type Annonce, annonceRefusal, MOST_ANNONCES, sinceCancelled } from '../../schemas/rules/annonces.ts'
import type { CanalReponse } from '../../schemas/rules/demandes.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Database, Tx } from '../plugins/database/database.ts'
import { canauxOf } from '../ports/canaux.ts'
import type { Services } from '../ports/delivery.ts'
import { closedAccounts } from '../repositories/closed-accounts.ts'
import { rdvStopped } from '../repositories/stopped-project.ts'
import { noteByService } from '../writes/note-in-journal.ts'
import { clientOfRdv, journalEntry, queueAnnonce } from '../writes/notify-client.ts'
import { type ServiceWrite, serviceWrite } from '../writes/service-write.ts'

type App = Pick<FastifyInstance, 'db' | 'hints' | 'messages' | 'ports'>
type Rdv = ResourceRecord<'rdv'>

/** Nobody is reminded later in the evening, however late the server looks. */
const LATEST = '21:00'

interface Due extends Services {
  id: string
  NOM: string
  zone: string
  /** « 17:00 » */
  hour: string
}

/** Companies whose hour has come. */
async function companiesDue(db: Database, now: Date): Promise<Due[]> {
  const all = await db.transaction({ platform: true }, (tx) =>
    tx
      .selectFrom('company')
      .select(['id', 'NOM', 'FUSEAU as zone', 'SMTP', 'SMS_CLE', 'RAPPEL_RDV as hour'])
      .where('RAPPEL_RDV', 'is not', null)
      .where('disabled', '=', false)
      .orderBy('id')
      .execute(),
  )
  return all.filter((one): one is typeof one & Due => {
    const time = wallClock(now, one.zone).slice(11)
    return one.hour !== null && one.hour <= time && time < LATEST
  })
}

/**
 * Tomorrow's appointments, of projects that go on, of which the customer was not reminded yet. What was announced today is no news in the
 * evening, unless they were told since that it is cancelled. None of an appointment whose people have all left: nobody comes until somebody has it from them, and a
 * reminder would promise it. None where the company was restored since its hour: that its customers were reminded stood in what is lost, and they would be a
 * second time. Times of messages are compared as texts: one that no calendar has, stored once, would keep the whole company from its reminders.
 */
async function rdvsDue(tx: Tx, { zone, hour, now }: Pick<Due, 'zone' | 'hour'> & { now: Date }): Promise<string[]> {
  const today = wallClock(now, zone).slice(0, 10)
  const tomorrow = addDays(today, 1)
  const left = await closedAccounts(tx)
  const { rows } = await sql<{ id: string }>`select "IDRDV" as id from rdv
    where company_id = current_setting('app.company_id') and "RDV_DEBUT" >= ${tomorrow}
      and "RDV_DEBUT" < ${addDays(tomorrow, 1)} and "SUPPRIME" = 0 and not deleted
      and ("IDPERSONNELS" = '{}' or not "IDPERSONNELS" <@ ${left}::text[])
      and exists (select from projet p where p.company_id = rdv.company_id and p."IDPROJET" = rdv."IDPROJET"
        and not p.deleted) and not ${rdvStopped}
      and not exists (select from jsonb_array_elements(rdv."ANNONCES") with ordinality as told (a, place)
        where a ->> 'DEBUT' = rdv."RDV_DEBUT"
        and place > coalesce((select max(place) from jsonb_array_elements(rdv."ANNONCES") with ordinality as list (entry, place)
          where entry ->> 'GENRE' = 'annulation'), 0)
        and (a ->> 'GENRE' = 'rappel' or ((a ->> 'LE') collate "C" >= ${dayStart(today, zone)}
          and (a ->> 'LE') collate "C" < ${dayStart(tomorrow, zone)})))
      and not exists (select from company_epoch e where e.company_id = rdv.company_id
        and e.ended_at at time zone ${zone} >= ${`${today} ${hour}`}::timestamp)
    order by "RDV_DEBUT", "IDRDV"`.execute(tx)
  return rows.map(({ id }) => id)
}

const isReminded = (rdv: Rdv): boolean =>
  sinceCancelled(rdv.ANNONCES).some(({ GENRE, DEBUT }) => GENRE === 'rappel' && DEBUT === rdv.RDV_DEBUT)

/**
 * Reminds the customer of one appointment by mail, or by SMS where the company sends no mail or the customer has no address. The row is locked, so of several
 * processes one does it, once.
 * @returns whether a message is queued
 */
async function remind(
  write: ServiceWrite,
  id: string,
  { company, now, canaux }: { company: Due; now: Date; canaux: readonly CanalReponse[] },
): Promise<boolean> {
  const row = await write.lock('rdv', id)
  const rdv = row?.record as Rdv | undefined
  if (!row || !rdv || rdv.IDPROJET === null || isReminded(rdv) || rdv.ANNONCES.length >= MOST_ANNONCES) return false
  const client = await clientOfRdv(write.tx, rdv)
  if (!client || client.SANS_RAPPELS === 1) return false
  const at = wallClock(now, company.zone)
  const CANAL = canaux.find((one) => annonceRefusal(one, { genre: 'rappel', rdv, client, now: at }) === null)
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
    const due = await tried(() => app.db.inTenant(company.id, (tx) => rdvsDue(tx, { ...company, now })))
    const canaux = canauxOf(app.ports, company)
    let queued = 0
    for (const id of due ?? []) {
      if (await tried(() => serviceWrite(app, company.id, (write) => remind(write, id, { company, now, canaux }))))
        queued += 1
    }
    if (queued > 0) app.messages.wake(company.id)
    sent += queued
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Reminders that failed')
  return sent
}

const EVERY_MS = 5 * 60_000

/** Looks every few minutes from now on; each process may, because an appointment's row says whether its customer was reminded. */
export function remindRegularly(app: App & Pick<FastifyInstance, 'tasks'>, onError: (error: unknown) => void): void {
  let looking = false
  const look = async (): Promise<void> => {
    if (looking) return
    looking = true
    await sendReminders(app)
      .then(() => app.tasks.done('reminders'))
      .catch(onError)
      .finally(() => {
        looking = false
      })
  }
  setInterval(() => void look(), EVERY_MS).unref()
}
