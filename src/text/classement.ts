const quotes = (n: number): string => (n === 1 ? '1 devis' : `${n} devis`)

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
  you: 'vous',
  rank: (rank: number): string => (rank === 1 ? '1er' : `${rank}e`),
  signedOf: (name: string, n: number): string => `${quotes(n)} signés de ${name}`,
  refusedOf: (name: string, n: number): string => `${quotes(n)} annulés de ${name}`,
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
