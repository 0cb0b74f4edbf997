import { demande } from '../../schemas/entities/demande.ts'
import { shiftDay, wallAt } from './days.ts'
import { type Demande, makeRecord } from './record.ts'
import type { World } from './world.ts'

type Sent = Pick<Demande, 'GENRE' | 'MESSAGE'> & Partial<Demande>

/** What the first customers sent from their space, one after the other. */
const SENT: readonly Sent[] = [
  {
    GENRE: 'parrain',
    MESSAGE: 'Elle voudrait changer ses fenêtres avant l’hiver.',
    FILLEUL: { NOM: 'Aubry', PRENOM: 'Nadia', PORTABLE: '06 39 98 00 41', VILLE: 'Nantes' },
  },
  { GENRE: 'apres_vente', MESSAGE: 'De l’eau passe sous la porte quand il pleut fort.' },
  { GENRE: 'comptable', MESSAGE: 'Pouvez-vous m’envoyer la facture acquittée ?' },
]

/** Requests of customers who have a project: the first three are new, the next three were taken. Call it last: it draws nothing for others. */
export function sendRequests(world: World): void {
  const { batch, today } = world
  const projets = batch.projets
    .filter(({ IDRESPONSABLEPROJET }) => IDRESPONSABLEPROJET !== null)
    .slice(0, 2 * SENT.length)
  for (const [i, projet] of projets.entries()) {
    const sent = SENT[i % SENT.length]
    if (!sent) return
    const wall = wallAt(shiftDay(today, -1 - i), 9 * 60)
    batch.demandes.push(
      makeRecord(demande, {
        ...sent,
        id: world.id(wall),
        IDCLIENT: projet.IDCLIENT,
        IDPROJET: sent.GENRE === 'apres_vente' ? projet.IDPROJET : null,
        DATE_DEMANDE: world.instant(wall),
        PRISE_PAR: i < SENT.length ? null : projet.IDRESPONSABLEPROJET,
      }),
    )
  }
}
