import { sql } from 'kysely'
import { wallClock } from '../../schemas/dates.ts'
import type { Issue } from '../../schemas/entity.ts'
import { knows, type MergeResult, same, unitOf, type Values } from '../../schemas/merge.ts'
import { debriefIssues, isDebriefed, type Motive } from '../../schemas/rules/debrief.ts'
import { lostMentions } from '../../schemas/rules/devis-mentions.ts'
import { listIssues } from '../../schemas/rules/lists.ts'
import { type Answers, submissionIssues } from '../../schemas/rules/report-answers.ts'
import { type Champ, formIssues } from '../../schemas/rules/report-forms.ts'
import { assertNoIssues, recordIssues } from '../../schemas/validate.ts'
import { readRow, type StoredRow } from '../repositories/rows.ts'
import { enteredIssues } from './entered-payment.ts'
import { signedIssues } from './other-client.ts'
import type { WriteContext } from './write-types.ts'

/** Rules that a whole record breaks: its own, then those that need other records. */
export async function brokenRules(ctx: WriteContext, record: Values, before: Values | null): Promise<Issue[]> {
  const issues = recordIssues(ctx.entity, record)
  const moved = (field: string): boolean => before === null || !same(before[field], record[field])
  if (ctx.entity.name === 'rdv' && (moved('DEBRIEF_CATEGORIE') || moved('IDRDV_DEBRIEF'))) {
    issues.push(...(await debriefRules(ctx, record)))
  }
  if (ctx.entity.name === 'rapport' && moved('CHAMPS')) issues.push(...formIssues(record.CHAMPS as Champ[]))
  if (ctx.entity.name === 'soumission' && moved('REPONSES')) {
    issues.push(...submissionIssues(record as never, before && (before.REPONSES as Answers)))
  }
  if (ctx.entity.name === 'reference') issues.push(...listIssues(record, moved, before))
  if (ctx.entity.name === 'devis' && moved('IDCLIENT')) {
    const projet = await readRow(ctx.tx, { resource: 'projet', id: record.IDPROJET as string })
    if (projet && projet.record.IDCLIENT !== record.IDCLIENT) {
      issues.push({ field: 'IDCLIENT', message: 'Le client du devis doit être celui du projet' })
    }
  }
  if (ctx.entity.name === 'projet' && before !== null && moved('IDCLIENT'))
    issues.push(...(await signedIssues(ctx.tx, record.IDPROJET as string)))
  if (ctx.entity.name === 'devis' && before !== null) issues.push(...lostMentions(record as never, moved))
  if (ctx.entity.name === 'intervention' && record.IDDEVIS !== null && (moved('IDDEVIS') || moved('IDPROJET'))) {
    const devis = await readRow(ctx.tx, { resource: 'devis', id: record.IDDEVIS as string })
    if (devis && devis.record.IDPROJET !== record.IDPROJET) {
      issues.push({ field: 'IDDEVIS', message: "Le devis doit être celui du projet de l'intervention" })
    }
  }
  if (ctx.entity.name === 'paiement' && before === null) issues.push(...(await enteredIssues(ctx, record)))
  return issues
}

async function debriefRules(ctx: WriteContext, record: Values): Promise<Issue[]> {
  const id = record.IDRDV_DEBRIEF as string | null
  const { rows } = await sql<Motive>`select "LISTE", "TYPE_MOTIF" from reference
    where company_id = current_setting('app.company_id') and id = ${id} and not deleted`.execute(ctx.tx)
  return debriefIssues(
    { DEBRIEF_CATEGORIE: record.DEBRIEF_CATEGORIE, IDRDV_DEBRIEF: id },
    id === null ? null : (rows[0] ?? null),
  )
}

/**
 * An appointment that a colleague debriefed took place, and counts at its date: a move to a day to come that was made without knowing it loses. The
 * other order is left alone: a debrief is never what is dropped.
 */
function movesPastDebrief(
  { entity, mutation, now, zone }: WriteContext,
  { row, patch, merged }: { row: StoredRow; patch: Values; merged: MergeResult },
): boolean {
  if (entity.name !== 'rdv' || mutation.base === null || mutation.seen === null || 'DEBRIEF_CATEGORIE' in patch)
    return false
  const debrief = row.stamps.debrief
  if (debrief === undefined || knows(mutation.seen, debrief) || !isDebriefed(row.record as never)) return false
  return merged.changed.includes('RDV_DEBUT') && (merged.record.RDV_DEBUT as string) > wallClock(now, zone)
}
// One for each of the two units, of which the author's loses.
const HELD_ALREADY: Issue[] = ['RDV_DEBUT', 'DEBRIEF_CATEGORIE'].map((field) => ({
  field,
  message: 'Ce rendez-vous est débriefé : planifiez-en un autre',
}))

export interface Incoherent {
  merged: MergeResult
  /** Fields of the patch that lost because the merged record broke a rule with them. */
  dropped: string[]
}

/**
 * The merge, checked as a whole (MERGE-3). What the author's patch breaks by itself is refused: 422. A unit that only breaks a rule together with an edit
 * that the author could not see loses as a whole: the server's values stay, the author's go to `dropped`.
 */
export async function keepCoherent(
  ctx: WriteContext,
  { row, patch, merged }: { row: StoredRow; patch: Values; merged: MergeResult },
): Promise<Incoherent> {
  const issues = await brokenRules(ctx, merged.record, row.record)
  if (movesPastDebrief(ctx, { row, patch, merged })) issues.push(...HELD_ALREADY)
  if (issues.length === 0) return { merged, dropped: [] }
  const { base, seen } = ctx.mutation
  const alone = base === null || (seen !== null && seen >= row.version)
  const unit = (name: string): string => unitOf(ctx.entity.fields[name] as never, name)
  const broken = new Set(issues.map((issue) => unit(issue.field)))
  const dropped = Object.keys(patch).filter((name) => broken.has(unit(name)))
  const untouched = Object.keys(ctx.entity.fields).filter((name) => broken.has(unit(name)) && !(name in patch))
  // The patch gives every field of this unit, so its author broke it.
  if (alone || dropped.length === 0 || untouched.length === 0) assertNoIssues(issues)
  const record = { ...merged.record }
  const stamps = { ...merged.stamps }
  for (const name of dropped) {
    record[name] = row.record[name]
    const before = row.stamps[unit(name)]
    if (before) stamps[unit(name)] = before
    else delete stamps[unit(name)]
  }
  assertNoIssues(await brokenRules(ctx, record, row.record))
  const changed = merged.changed.filter((name) => !dropped.includes(name))
  const lost = merged.lost.filter((one) => !one.fields.some((name) => dropped.includes(name)))
  return { merged: { record, stamps, changed, lost }, dropped }
}
