/** French words of « RAF à saisir ». */
export const rafText = {
  title: 'RAF à saisir',
  subtitle: (n: number): string => (n === 1 ? '1 retour à saisir' : `${n} retours à saisir`),
  empty: 'Tout est saisi : chaque rendez-vous passé a son débrief ou son rapport.',
  toHome: 'Revenir à l’accueil',
  debrief: 'Débriefer',
  report: 'Rapport',
  open: 'Ouvrir',
  reportOf: (name: string): string => `Rapport pour ${name}`,
  intervention: 'Intervention',
  kinds: { rdv: 'Rendez-vous', intervention: 'Intervention' },
  older: (since: string): string => `Seuls les retours depuis le ${since} sont listés.`,
  showOlder: 'Chercher les plus anciens',
} as const
