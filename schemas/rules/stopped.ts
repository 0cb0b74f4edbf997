import { isClosed, type ListedProject } from './project-lists.ts'

/** Why a quote of a stopped project is neither sent nor reminded of, on the device and on the server. */
export const PROJECT_STOPPED = 'Ce projet est arrêté : rouvrez-le d’abord.'

/** What ends the work on a project. */
export type Stop = 'projet' | 'commande'
/** What people read beside an appointment or works that do not take place any more. */
export const STOP_WORDS: Readonly<Record<Stop, string>> = { projet: 'Projet arrêté', commande: 'Commande annulée' }

/**
 * Why nobody is to go there any more: the project was stopped, or the order of the works was cancelled. Null while they go on. What this device does not
 * have (undefined, null) stops nothing.
 */
export function stopOf(
  projet: Pick<ListedProject, 'DATE_SANS_SUITE' | 'REFUSE'> | null | undefined,
  devis?: { DEVIS_SIGNE: 0 | 1; REFUSE: 0 | 1 } | null,
): Stop | null {
  if (projet && isClosed(projet)) return 'projet'
  return devis?.DEVIS_SIGNE === 1 && devis.REFUSE === 1 ? 'commande' : null
}
