import { many } from './many.ts'

/** How many have an address. */
export interface Counts {
  clients: number
  projets: number
  rdvs: number
}

const counted = ({ clients, projets, rdvs }: Counts, client: string, more: string): string =>
  [
    ...(projets > 0 ? [many(projets, 'projet', 'projets')] : []),
    ...(rdvs > 0 ? [`${rdvs} rendez-vous`] : []),
    ...(clients > 0 ? [many(clients, client, more)] : []),
  ].join(', ')

/** French words of addresses that several records have. */
export const adressesText = {
  create: 'Nouvelle adresse',
  add: 'Ajouter cette adresse',
  cancel: 'Annuler',
  why: 'Pourquoi l’adresse change-t-elle ?',
  /** What keeps the address as it is for the others, by the record from which somebody came. */
  here: {
    client: { label: 'Le client déménage', hint: 'Ses chantiers et ses rendez-vous gardent l’adresse d’avant.' },
    projet: {
      label: 'Pour ce projet et ses rendez-vous à venir seulement',
      hint: 'Le domicile du client et ses autres projets gardent l’adresse d’avant.',
    },
    rdv: {
      label: 'Pour ce rendez-vous seulement',
      hint: 'Le client, les projets et les autres rendez-vous gardent l’adresse d’avant.',
    },
  },
  /** At a client. */
  everywhere: (others: Counts): string => {
    const told = counted(others, 'autre client', 'autres clients')
    if (told === '') return 'Corriger l’adresse partout (domicile et chantiers)'
    return `Corriger l’adresse partout (domicile${others.projets > 0 ? ' et chantiers :' : ','} ${told})`
  },
  /** At a client whose address is emptied, by the projects without a site. */
  emptied: (projets: number) => {
    const [those, one] = [many(projets, 'projet', 'projets'), projets <= 1]
    return {
      here: {
        label: 'Le client déménage',
        hint: `${those} sans adresse de chantier ${one ? 'garde' : 'gardent'} l’adresse d’avant comme chantier.`,
      },
      everywhere: `L’adresse était fausse : ${those} ${one ? 'reste' : 'restent'} sans adresse`,
    }
  },
  /** At a project or an appointment: those who live there are clients too. */
  everywhereElse: (others: Counts): string => {
    const told = counted(others, 'domicile de client', 'domiciles de clients')
    return told === '' ? 'Corriger l’adresse partout' : `Corriger l’adresse partout (et ${told})`
  },
  /** Without a choice. */
  forAll: (all: Counts): string => {
    const told = counted(all, 'domicile de client', 'domiciles de clients')
    return told === '' ? '' : `Cette adresse change pour tous ceux qui l’ont : ${told}.`
  },
  /** Of a device that does not hold all projects. */
  maybeMore: 'Cet appareil ne connaît pas tous les projets : d’autres peuvent avoir cette adresse.',
} as const
