import { sql } from 'kysely'
import { wallClock } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { type Answers, formulaireForOlder } from '../../schemas/rules/report-answers.ts'
import { type Formulaire, formulaireOf } from '../../schemas/rules/report-forms.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRow } from '../repositories/rows.ts'
import { saidTime } from './said-time.ts'
import type { WriteContext } from './write-types.ts'

/** First value of one column of one row of the company; null when there is no such row. */
async function lookUp(
  tx: Tx,
  { table, key, id, column }: { table: string; key: string; id: unknown; column: string },
): Promise<string | null> {
  if (typeof id !== 'string') return null
  const { rows } = await sql<{ value: string | null }>`select ${sql.ref(column)} as value from ${sql.table(table)}
    where company_id = current_setting('app.company_id') and ${sql.ref(key)} = ${id} and not deleted`.execute(tx)
  return rows[0]?.value ?? null
}

/** The agency that a member of the staff belongs to. */
export const agencyOf = (tx: Tx, personnel: unknown): Promise<string | null> =>
  lookUp(tx, { table: 'personnel', key: 'IDPERSONNEL', id: personnel, column: 'IDAGENCE' })

/** Number that people read, `D-YYYY-NNNNN`, given once at the first acceptance. Gaps are harmless. */
async function nextQuoteNumber(ctx: WriteContext): Promise<string> {
  const year = wallClock(ctx.now, ctx.zone).slice(0, 4)
  const { rows } = await sql<{ value: number }>`
    insert into numbering (company_id, name, value) values (current_setting('app.company_id'), ${`devis-${year}`}, 1)
    on conflict (company_id, name) do update set value = numbering.value + 1 returning value`.execute(ctx.tx)
  return `D-${year}-${String(rows[0]?.value).padStart(5, '0')}`
}

/**
 * What the server gives a new record: dates, author, and defaults for what the body left out (`body` tells « left out » from null).
 * Changes `record`.
 */
export async function fillServerFields(ctx: WriteContext, record: Values, body: Values): Promise<void> {
  const me = ctx.actor.staff.id
  const now = ctx.now.toISOString()
  const seller = ctx.actor.staff.roles.includes('commercial') ? me : null
  if ('DATE_CREATION' in record) record.DATE_CREATION = now
  switch (ctx.entity.name) {
    case 'client':
      if (body.IDPERSONNEL === undefined) record.IDPERSONNEL = seller
      if (body.IDAGENCE === undefined) record.IDAGENCE = await agencyOf(ctx.tx, record.IDPERSONNEL ?? me)
      if (body.VILLE === undefined) {
        record.VILLE = await lookUp(ctx.tx, {
          table: 'adresse',
          key: 'IDADRESSE',
          id: record.IDADRESSE,
          column: 'VILLE',
        })
      }
      return
    case 'projet':
      if (body.IDRESPONSABLEPROJET === undefined) record.IDRESPONSABLEPROJET = seller
      if (body.IDAGENCE === undefined) {
        const client = { table: 'client', key: 'IDCLIENT', id: record.IDCLIENT, column: 'IDAGENCE' }
        record.IDAGENCE = (await lookUp(ctx.tx, client)) ?? (await agencyOf(ctx.tx, me))
      }
      return
    case 'devis':
      record.NUMERO_DEVIS = await nextQuoteNumber(ctx)
      if (body.IDRESPONSABLEPROJET === undefined) {
        const projet = { table: 'projet', key: 'IDPROJET', id: record.IDPROJET, column: 'IDRESPONSABLEPROJET' }
        record.IDRESPONSABLEPROJET = (await lookUp(ctx.tx, projet)) ?? seller
      }
      return
    case 'rdv':
      if (isDebriefed(record)) Object.assign(record, debriefAuthor(ctx, record))
      return
    case 'paiement':
    case 'filtre':
      record.IDPERSONNEL = me
      return
    case 'soumission':
      record.IDPERSONNEL = me
      record.DATE_SOUMISSION = saidTime(ctx, record.DATE_SOUMISSION)
      record.FORMULAIRE ??= await formAnswered(ctx, record)
      return
  }
}

/** The form of a report whose sender did not give it: another program means the form of today, an app of before version 3 what it could ask of it. */
async function formAnswered({ tx, mutation }: WriteContext, record: Values): Promise<Formulaire | null> {
  const row = await readRow(tx, { resource: 'rapport', id: record.IDRAPPORT as string })
  if (!row) return null
  const form = formulaireOf(row.record as never)
  return mutation.sent === undefined ? form : formulaireForOlder(form, record.REPONSES as Answers)
}

const isDebriefed = (record: Values): boolean => record.DEBRIEF_CATEGORIE !== 0 || record.IDRDV_DEBRIEF !== null

/** Who debriefs and when: the author is never taken from a body; the time may be the device's. */
export const debriefAuthor = (ctx: WriteContext, given: Values): Values => ({
  DEBRIEF_LE: saidTime(ctx, given.DEBRIEF_LE),
  DEBRIEF_PAR: ctx.actor.staff.id,
})
