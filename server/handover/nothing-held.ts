import { sql } from 'kysely'
import { AppError } from '../../schemas/errors.ts'
import { HANDED, type Handed } from '../../schemas/handover.ts'
import type { Tx } from '../plugins/database/database.ts'
import { companyNow } from './plan.ts'
import { readHeld } from './portfolio.ts'

/** One, and several. */
const WORDS: Record<Handed, [string, string]> = {
  client: ['client', 'clients'],
  projet: ['projet en cours', 'projets en cours'],
  devis: ['devis en attente', 'devis en attente'],
  rdv: ['rendez-vous à venir', 'rendez-vous à venir'],
  intervention: ['intervention à venir', 'interventions à venir'],
}

/** What this person still has that only a handover gives to somebody else, in words for whoever wants to remove or erase them; null: nothing. */
export async function heldWords(tx: Tx, id: string): Promise<string | null> {
  const held = await readHeld(tx, id, await companyNow(tx))
  if (held.length === 0) return null
  const said = HANDED.flatMap((resource) => {
    const count = held.filter((one) => one.resource === resource).length
    return count === 0 ? [] : [`${count} ${WORDS[resource][count === 1 ? 0 : 1]}`]
  })
  return `Cette personne a encore ${said.join(', ')} : un directeur prépare d’abord son départ (passation).`
}

/**
 * That nothing is left to this person which only a handover gives to somebody else: once they are removed, no handover reaches it any more (SET-12). Nor any
 * sale: sales stay theirs after a handover, and the ranking of past periods names them (decisions: ranking).
 * @throws AppError CONFLICT with the counts
 */
export async function assertHoldsNothing(tx: Tx, id: string): Promise<void> {
  const held = await heldWords(tx, id)
  if (held !== null) throw new AppError('CONFLICT', held)
  await assertSoldNothing(tx, id)
}

async function assertSoldNothing(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from devis
    where company_id = current_setting('app.company_id') and "IDRESPONSABLEPROJET" = ${id} and "DEVIS_SIGNE" = 1`.execute(
    tx,
  )
  const count = rows[0]?.count ?? 0
  if (count === 0) return
  const sales = count === 1 ? 'une vente signée' : `${count} ventes signées`
  throw new AppError(
    'CONFLICT',
    `Cette personne a ${sales}, que le classement compte : désactivez son compte plutôt que de la retirer.`,
  )
}
