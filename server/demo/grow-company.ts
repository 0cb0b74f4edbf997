import { sql } from 'kysely'
import { DEFAULT_ZONE, today as todayIn } from '../../schemas/dates.ts'
import type { Database, Tx } from '../plugins/database/database.ts'
import type { Agenda } from './agenda.ts'
import { type Cast, makeCast } from './cast.ts'
import { playClients } from './demo-data.ts'
import { setDerivedFields } from './derived-fields.ts'
import { countByYear, numberQuotes, takeQuoteNumbers } from './devis-numbers.ts'
import { receivePayments } from './payments.ts'
import { makeRandom } from './random.ts'
import type { Intervention, Personnel } from './record.ts'
import { CROWDED, colleaguesFor, makeColleagues } from './staff.ts'
import { emptyBatch, makeWorld } from './world.ts'
import { writeBatch } from './write-batch.ts'

/** Clients of one transaction: the company's counter is locked for a second at most. */
const CHUNK = 500

export interface GrowOptions {
  companyId: string
  /** Clients to add, with their projects, appointments, quotes and works, and the colleagues who look after them. */
  clients: number
  today?: string
  onProgress?: (done: { clients: number; rows: number }) => void
}

/** A company that cannot grow; the message is French. */
export class GrowError extends Error {}

/**
 * Adds clients to an existing company, in transactions of 500: when it is stopped, what is there is complete. Quote numbers continue from the company's
 * counters, and nobody is booked twice, also with what was there before. Throws GrowError. Answers the rows written.
 */
export async function growCompany(db: Database, options: GrowOptions): Promise<number> {
  const { companyId, clients, onProgress } = options
  const before = await db.inTenant(companyId, (tx) => readCompany(tx, companyId))
  if (before.cast.agences.length === 0) throw new GrowError("Cette entreprise n'a pas d'agence : créez-en une d'abord.")
  const agences = before.cast.agences.map(({ id }) => id)
  const colleagues = makeColleagues(companyId, agences, colleaguesFor(clients), before.colleagues)
  const staff = [...before.staff, ...colleagues]
  const world = makeWorld({
    cast: makeCast({ ...before, company: companyId, staff }),
    today: options.today ?? todayIn(before.zone),
    random: makeRandom(`${companyId}/grow/${before.clients}`),
    nextClient: before.clients,
    depth: CROWDED,
  })
  before.book(world.agenda)
  let rows = await db.inTenant(companyId, (tx) =>
    writeBatch(tx, {
      batch: emptyBatch(),
      foundation: { references: [], articles: [], rapports: [], personnels: colleagues },
      staff,
    }),
  )
  for (let done = 0; done < clients; ) {
    const count = Math.min(CHUNK, clients - done)
    world.batch = emptyBatch()
    playClients(world, count)
    receivePayments(world)
    setDerivedFields(world.batch, before.zone)
    const { batch } = world
    rows += await db.inTenant(companyId, async (tx) => {
      numberQuotes(batch.devis, await takeQuoteNumbers(tx, countByYear(batch.devis)))
      return writeBatch(tx, { batch, staff })
    })
    done += count
    onProgress?.({ clients: done, rows })
  }
  await db.maintain()
  return rows
}

interface Before {
  zone: string
  cast: Cast
  references: Parameters<typeof makeCast>[0]['references']
  rapports: Parameters<typeof makeCast>[0]['rapports']
  staff: readonly Personnel[]
  clients: number
  /** Colleagues that earlier calls brought. */
  colleagues: number
  /** Takes everyone's present appointments. */
  book(agenda: Agenda): void
}

async function readCompany(tx: Tx, companyId: string): Promise<Before> {
  const { FUSEAU } = await tx
    .selectFrom('company')
    .select('FUSEAU')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const zone = FUSEAU ?? DEFAULT_ZONE
  const references = await tx.selectFrom('reference').selectAll().where('deleted', '=', false).execute()
  const rapports = await tx.selectFrom('rapport').selectAll().where('deleted', '=', false).execute()
  const staff = await tx
    .selectFrom('personnel')
    .selectAll()
    .where('deleted', '=', false)
    .orderBy('IDPERSONNEL')
    .execute()
  const { rows } = await sql<{ clients: number; colleagues: number }>`select
    (select count(*)::integer from client) as clients,
    (select count(*)::integer from personnel where "MAIL" ~ '^commercial\\.[0-9]+@example\\.com$') as colleagues`.execute(
    tx,
  )
  const rdvs = await tx
    .selectFrom('rdv')
    .select(['IDPERSONNELS', 'RDV_DEBUT', 'RDV_FIN'])
    .where('deleted', '=', false)
    .where('SUPPRIME', '=', 0)
    .execute()
  const interventions = await tx
    .selectFrom('intervention')
    .select('IDINTERVENTION_PLANNING')
    .where('deleted', '=', false)
    .execute()
  return {
    zone,
    cast: makeCast({ company: companyId, zone, references, rapports, staff }),
    references,
    rapports,
    staff,
    clients: rows[0]?.clients ?? 0,
    colleagues: rows[0]?.colleagues ?? 0,
    book(agenda) {
      for (const { IDPERSONNELS, RDV_DEBUT: from, RDV_FIN: to } of rdvs) {
        for (const person of IDPERSONNELS) agenda.take(person, { from, to })
      }
      for (const { IDINTERVENTION_PLANNING: entries } of interventions as Pick<
        Intervention,
        'IDINTERVENTION_PLANNING'
      >[]) {
        for (const { IDPERSONNEL, DEBUT, FIN } of entries) agenda.take(IDPERSONNEL, { from: DEBUT, to: FIN })
      }
    },
  }
}
