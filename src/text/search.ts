import { firstRowsText } from './first-rows.ts'

/** French words of the search over everything (Ctrl+K). */
export const searchText = {
  title: 'Rechercher',
  open: 'Rechercher partout',
  keys: 'Ctrl K',
  label: 'Client, téléphone, mail, rue, projet, devis, écran',
  results: 'Résultats',
  groups: {
    ecran: 'Écrans',
    client: 'Clients',
    etiquette: 'Clients par étiquette',
    projet: 'Projets',
    devis: 'Devis',
    rdv: 'Rendez-vous',
    intervention: 'Interventions',
    rapport: 'Comptes rendus',
    journal: 'Journaux',
  },
  searching: 'Recherche en cours…',
  none: (text: string) => `Rien ne correspond à « ${text} » sur cet appareil.`,
  count: (n: number, more: boolean) => (more ? firstRowsText.firstResults(n) : firstRowsText.results(n)),
  first: (group: string, n: number) => `${group} : les ${n} premiers`,
  allClients: 'Tous les clients trouvés',
  labelled: (label: string) => `Tous les clients « ${label} »`,
} as const
