import type { HandoverCounts } from '../../schemas/handover.ts'
import { many } from './many.ts'

/** French words of what stays with somebody whose account is closed. */
export const heldText = {
  unread: 'Ce qui reste à son nom n’a pas pu être lu.',
  /** What somebody is waited for comes first. */
  parts: ({ RDVS, INTERVENTIONS, DEVIS, PROJETS, CLIENTS }: HandoverCounts): string[] =>
    [
      RDVS > 0 ? many(RDVS, 'rendez-vous à venir', 'rendez-vous à venir') : '',
      INTERVENTIONS > 0 ? many(INTERVENTIONS, 'intervention à venir', 'interventions à venir') : '',
      DEVIS > 0 ? many(DEVIS, 'devis en attente', 'devis en attente') : '',
      PROJETS > 0 ? many(PROJETS, 'projet en cours', 'projets en cours') : '',
      CLIENTS > 0 ? many(CLIENTS, 'client', 'clients') : '',
    ].filter((part) => part !== ''),
  remains: (what: string): string =>
    `Reste à son nom : ${what}. Fermer le compte ne les confie à personne : « Préparer son départ » (un directeur, sur sa fiche) le fait, avant ou après.`,
} as const
