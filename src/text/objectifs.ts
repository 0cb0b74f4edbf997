/** French words of « Objectifs ». */
export const objectifsText = {
  title: 'Objectifs',
  intro:
    'Ce que chaque commercial doit vendre, mois par mois. Chacun voit le sien ; le classement en montre l’avancement.',
  person: 'Commercial',
  everybody: 'Toute l’équipe',
  year: (year: string): string => `Année ${year}`,
  before: 'Année précédente',
  after: 'Année suivante',
  team: 'Objectifs de l’équipe',
  none: 'Aucun commercial sur cet appareil.',
  months: (n: number): string => (n === 0 ? 'aucun objectif' : n === 1 ? '1 mois sur 12' : `${n} mois sur 12`),
  sales: (n: number): string => (n === 1 ? '1 vente' : `${n} ventes`),
  amount: 'Montant HT',
  amountOf: (month: string): string => `Montant HT, ${month}`,
  salesLabel: 'Ventes',
  salesSuffix: (n: number): string => (n === 1 ? ' vente' : ' ventes'),
  salesOf: (month: string): string => `Ventes, ${month}`,
  table: (name: string, year: string): string => `Objectifs de ${name} en ${year}`,
  copy: (month: string): string => `Comme ${month}`,
  copyLabel: (month: string, from: string): string => `${month} : comme ${from}`,
  fill: (month: string, n: number): string =>
    `Reprendre ${month} pour ${n === 1 ? 'le mois suivant' : `les ${n} mois suivants`}`,
  filled: (n: number): string => (n === 1 ? '1 mois rempli' : `${n} mois remplis`),
  copyTeam: (from: string, to: string, n: number): string =>
    `Reprendre ${from} pour ${to} (${n === 1 ? '1 commercial' : `${n} commerciaux`})`,
  teamCopied: (n: number, month: string): string =>
    `${n === 1 ? '1 objectif repris' : `${n} objectifs repris`} pour ${month}`,
  total: 'Année',
  note: 'Un champ vide n’est pas un objectif. Chaque valeur est enregistrée dès que vous quittez son champ, même sans réseau.',
} as const
