/** French words of « Équipe ». */
export const equipeText = {
  title: 'Équipe',
  subtitle: (at: string): string => `Qui est où ${at}`,
  now: 'maintenant',
  at: (day: string, time: string): string => `le ${day} à ${time}`,
  devices: 'Appareils de l’équipe',
  list: 'Équipe',
  search: 'Nom',
  searchLabel: 'Rechercher dans l’équipe',
  role: 'Rôle',
  allRoles: 'Tous les rôles',
  when: 'Moment',
  backToNow: 'Maintenant',
  busy: { rdv: 'En rendez-vous', intervention: 'En intervention' },
  /** A time of which only this is told. */
  taken: 'Occupé',
  absent: 'Absent',
  takenUntil: (time: string): string => `occupé jusqu’à ${time}`,
  free: 'Libre',
  unknown: 'Rien de connu',
  until: (time: string): string => `jusqu’à ${time}`,
  next: (time: string, where: string): string => (where === '' ? `ensuite à ${time}` : `ensuite à ${time}, ${where}`),
  limited:
    'Vous voyez les rendez-vous qui vous sont ouverts : un collègue peut être pris sans que cela apparaisse ici.',
  empty: 'Personne ne correspond à cette recherche.',
  nobody: 'L’équipe n’est pas encore sur cet appareil.',
  reset: 'Voir toute l’équipe',
} as const
