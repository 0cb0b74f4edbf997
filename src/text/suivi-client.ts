import { firstRowsText } from './first-rows.ts'

/** French words of « Suivi client ». */
export const suiviClientText = {
  title: 'Suivi client',
  search: 'Nom, ville, téléphone, mail ou rue',
  searchLabel: 'Rechercher un client',
  which: 'Quels clients',
  views: { planifier: 'À planifier', metres: 'Métrés à lier', clients: 'Clients' },
  newClient: 'Nouveau client',
  newRdv: 'Rendez-vous',
  rdvFor: (name: string): string => `Prendre rendez-vous pour ${name}`,
  noPhone: 'Pas de téléphone',
  next: (when: string): string => `prochain rendez-vous ${when}`,
  last: (when: string): string => `dernier rendez-vous ${when}`,
  noRdv: 'aucun rendez-vous',
  responsible: (who: string): string => `suivi par ${who}`,
  created: (ago: string): string => `créé ${ago}`,
  createdHere: 'créé à l’instant',
  recall: (date: string): string => `relance le ${date}`,
  reasons: { to_contact: 'jamais contacté', without_rdv: 'contacté, rien de fixé' },
  planCount: (n: number): string => (n === 1 ? '1 projet sans rendez-vous' : `${n} projets sans rendez-vous`),
  measureCount: (n: number): string => (n === 1 ? '1 métré sans projet' : `${n} métrés sans projet`),
  measuresEmpty: 'Chaque métré a son projet.',
  measureList: 'Métrés sans projet',
  clientCount: (n: string, more: boolean): string =>
    more ? `Les ${n} premiers clients` : `${n} client${n === '1' ? '' : 's'}`,
  results: (n: number, more: boolean): string => (more ? firstRowsText.firstResults(n) : firstRowsText.results(n)),
  planEmpty: 'Chaque projet a son rendez-vous.',
  planEmptyAgency: 'Chaque projet de cette agence a son rendez-vous.',
  /** @param n projects without a responsible, which are not in the list */
  planEmptyBut: (n: number): string =>
    `Chaque projet affecté a son rendez-vous. ${n === 1 ? '1 projet n’a' : `${n} projets n’ont`} pas de responsable.`,
  clientsEmpty: 'Aucun client pour l’instant. Créez le premier.',
  clientsEmptyAgency: 'Aucun client dans cette agence.',
  searchEmpty: (text: string): string => `Aucun client ne correspond à « ${text} ».`,
  searchEmptyAgency: (text: string): string => `Aucun client de cette agence ne correspond à « ${text} ».`,
  searchEmptyLabel: (text: string): string => `Aucun client avec cette étiquette ne correspond à « ${text} ».`,
  seeClients: 'Voir les clients',
  planList: 'Projets à planifier',
  clientList: 'Clients',
} as const
