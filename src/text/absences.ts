import type { Repetition } from '../../schemas/rules/absences.ts'

/** French words of absences and meetings. */
export const absencesText = {
  title: 'Absences',
  hint: 'Congés, formations, réunions : les heures où l’on ne prend pas de rendez-vous.',
  add: 'Ajouter',
  whose: 'Personnes',
  mine: 'Les miennes',
  team: 'L’équipe',
  list: 'Absences du mois',
  previous: 'Mois précédent',
  next: 'Mois suivant',
  empty: 'Rien ce mois-ci.',
  see: 'Voir',
  repeats: {
    semaine: 'chaque semaine',
    quinzaine: 'toutes les deux semaines',
    mois: 'chaque mois, à cette date',
    mois_jour: 'chaque mois, ce jour de la semaine',
  } satisfies Record<Repetition, string>,
  until: (day: string): string => `jusqu’au ${day}`,
  times: (n: number): string => `${n} fois`,

  create: 'Absence ou réunion',
  edit: 'Modifier l’absence',
  kind: 'Motif',
  /** Under the kinds. */
  secret: 'Seuls vous et vos directeurs voyez le motif. Les autres voient « Absent ».',
  secretOfOthers: 'Seuls cette personne et ses directeurs voient le motif. Les autres voient « Absent ».',
  meeting: 'Les participants et leurs directeurs la voient ; les autres voient « Occupé ».',
  training: 'Les participants et leurs directeurs la voient ; les autres voient « Absent ».',
  what: 'Pourquoi',
  when: 'Quand',
  soon: { morning: 'Demain matin', afternoon: 'Demain après-midi', day: 'Demain' },
  firstDay: 'Premier jour',
  lastDay: 'Dernier jour',
  wholeDays: 'Journées entières',
  repetition: 'Répétition',
  who: 'Pour qui',
  /** Under the people of the form. */
  otherAgency: (people: number): string =>
    people === 1
      ? 'Cette personne est d’une autre agence, ou de plusieurs : c’est à elle de noter son absence, ou à un directeur de toutes ses agences.'
      : 'Ces personnes sont d’une autre agence : c’est à un directeur de leur agence de le noter.',
  ownAlone: 'Vous notez vos absences ; un directeur note celles des autres.',
  created: (span: string): string => `Noté : ${span}`,
  undo: 'Annuler',
  undone: 'Retiré',
  meetsTitle: 'Déjà prévu à ce moment-là',

  people: 'Pour',
  note: 'Précision',
  repeat: 'Répétition',
  period: 'Dates',
  notYours: 'Un directeur a noté cette ligne : lui seul peut la changer.',

  once: (day: string): string => `Cette fois : ${day}`,
  onceHint: 'Pour changer cette fois seulement, sans toucher aux autres.',
  cancelOnce: 'Annuler cette fois',
  moveOnce: 'Déplacer cette fois',
  putBack: 'Remettre à sa place',
  cancelled: 'Cette fois est annulée.',
  moved: (span: string): string => `Déplacée : ${span}`,
  saveMove: 'Déplacer',
  keep: 'Retour',
  start: 'Début',
  end: 'Fin',
  badMove: 'La fin doit être après le début.',
} as const
