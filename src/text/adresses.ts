import { many } from './many.ts'

/** How many others have an address. */
export interface Others {
  clients: number
  projets: number
  rdvs: number
}

const counted = ({ clients, projets, rdvs }: Others): string =>
  [
    ...(projets > 0 ? [many(projets, 'projet', 'projets')] : []),
    ...(rdvs > 0 ? [`${rdvs} rendez-vous`] : []),
    ...(clients > 0 ? [many(clients, 'autre client', 'autres clients')] : []),
  ].join(', ')

/** French words of addresses that several records have. */
export const adressesText = {
  create: 'Nouvelle adresse',
  add: 'Ajouter cette adresse',
  cancel: 'Annuler',
  why: 'Pourquoi l’adresse change-t-elle ?',
  moves: 'Le client déménage',
  movesHint: 'Ses chantiers et ses rendez-vous gardent l’adresse d’avant.',
  everywhere: (others: Others): string => {
    const told = counted(others)
    if (told === '') return 'Corriger l’adresse partout (domicile et chantiers)'
    return `Corriger l’adresse partout (domicile${others.projets > 0 ? ' et chantiers :' : ','} ${told})`
  },
  /** Of a device that does not hold all projects. */
  maybeMore: 'Cet appareil ne connaît pas tous les projets : d’autres peuvent avoir cette adresse.',
} as const
