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

/**
 * That nothing is left to this person which only a handover gives to somebody else: once they are removed, no handover reaches it any more (SET-12).
 * @throws AppError CONFLICT with the counts
 */
export async function assertHoldsNothing(tx: Tx, id: string): Promise<void> {
  const held = await readHeld(tx, id, await companyNow(tx))
  if (held.length === 0) return
  const said = HANDED.flatMap((resource) => {
    const count = held.filter((one) => one.resource === resource).length
    return count === 0 ? [] : [`${count} ${WORDS[resource][count === 1 ? 0 : 1]}`]
  })
  throw new AppError(
    'CONFLICT',
    `Cette personne a encore ${said.join(', ')} : un directeur prépare d’abord son départ (passation).`,
  )
}
