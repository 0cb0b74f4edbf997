const quotes = (n: number, state: string): string => (n === 1 ? `1 devis ${state}` : `${n} devis ${state}s`)

/** French words of « Classement ». */
export const classementText = {
  title: 'Classement',
  rule: 'Net HT des devis signés dans la période, moins celui des devis signés puis refusés dans la période.',
  period: 'Période',
  custom: 'Jours de la période',
  span: (from: string, to: string): string => (from === to ? `Le ${from}` : `Du ${from} au ${to}`),
  at: (when: string): string => `Chiffres du bureau au ${when}`,
  tooOld: (day: string): string => `Cet appareil garde les chiffres depuis le ${day}.`,
  chart: 'Graphique du classement',
  table: 'Tableau du classement',
  columns: {
    rank: 'Rang',
    name: 'Commercial',
    signed: 'Signés',
    signedAmount: 'Signé HT',
    refused: 'Annulés',
    refusedAmount: 'Annulé HT',
    total: 'Total HT',
  },
  total: 'Total',
  former: 'Avant HT',
  compare: 'Comparer avec',
  compared: (from: string, to: string): string => `« Avant » : ${from === to ? `le ${from}` : `du ${from} au ${to}`}.`,
  comparedPart: 'La période n’est pas finie : seuls ses jours passés sont comparés, avec les mêmes jours d’avant.',
  notCompared: 'Cette période n’a pas commencé : il n’y a rien à comparer.',
  formerTooOld: 'Cet appareil n’a pas les chiffres de la période d’avant.',
  /** In words, not only by a sign or a colour. */
  change: {
    same: 'stable',
    up: (by: string): string => `hausse de ${by}`,
    down: (by: string): string => `baisse de ${by}`,
  },
  target: 'Objectif',
  targetAmount: (amount: string): string => `de ${amount}`,
  targetSales: (done: number, n: number): string => `${done} sur ${n} ${n === 1 ? 'vente' : 'ventes'}`,
  noTarget: 'sans objectif',
  /** Of a colleague, whose target only the office reads. */
  targetNotTold: 'non communiqué',
  setTargets: 'Objectifs',
  targetNote: 'Un objectif est d’un mois : il se compare sur des mois entiers, dont chacun en a un.',
  agencyNote: 'Chacun de l’agence compte avec tous ses devis, aussi ceux de projets d’autres agences.',
  agencyEmpty: 'Aucun commercial à classer dans cette agence.',
  you: 'vous',
  left: 'compte fermé',
  conversion: 'Transformation',
  conversionColumns: { met: 'Projets vus', quoted: 'Avec devis', sold: 'Vendus', rate: 'Taux' },
  conversionOf: {
    met: (name: string, n: number): string => `${n === 1 ? '1 projet vu' : `${n} projets vus`} par ${name}`,
    quoted: (name: string, n: number): string => `${n === 1 ? '1 projet' : `${n} projets`} avec devis, ${name}`,
    sold: (name: string, n: number): string => `${n === 1 ? '1 projet vendu' : `${n} projets vendus`}, ${name}`,
  },
  conversionTitle: {
    met: (name: string): string => `Projets vus : ${name}`,
    quoted: (name: string): string => `Projets vus, avec devis : ${name}`,
    sold: (name: string): string => `Projets vus, vendus : ${name}`,
  },
  noVisit: 'aucun projet vu',
  conversionRule:
    'Projets de vente dont le premier rendez-vous commercial a eu lieu dans la période, et ce qu’ils sont devenus à ce jour : un devis remis, une vente signée qui tient. Un projet compte une fois ; vu à deux, il compte pour chacun. Taux : vendus sur vus.',
  conversionUnknown: 'La transformation arrive avec la prochaine synchronisation.',
  notOpenProjects: (n: number): string =>
    n === 1
      ? 'Un projet de ce chiffre ne vous est pas ouvert.'
      : `${n} projets de ce chiffre ne vous sont pas ouverts.`,
  rank: (rank: number): string => (rank === 1 ? '1er' : `${rank}e`),
  signedOf: (name: string, n: number): string => `${quotes(n, 'signé')} de ${name}`,
  refusedOf: (name: string, n: number): string => `${quotes(n, 'annulé')} de ${name}`,
  signedTitle: (name: string): string => `Devis signés : ${name}`,
  refusedTitle: (name: string): string => `Devis annulés : ${name}`,
  notOpen: (n: number): string =>
    n === 1
      ? 'Un devis de ce chiffre ne vous est pas ouvert : il est d’un projet que vous ne suivez pas.'
      : `${n} devis de ce chiffre ne vous sont pas ouverts : ils sont de projets que vous ne suivez pas.`,
  none: 'Aucun commercial à classer.',
  noFigures: 'Les chiffres de l’équipe arrivent avec la première synchronisation.',
  toSync: 'Voir la synchronisation',
} as const
