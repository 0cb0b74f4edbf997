/** French words of the company's opening hours. */
export const hoursText = {
  title: 'Horaires des rendez-vous',
  usual: 'Horaires habituels : de 8 h à 20 h, sauf les dimanches et jours fériés.',
  own: 'Les créneaux libres sont proposés dans ces horaires, jamais un jour férié. Rien n’empêche de prendre un rendez-vous en dehors.',
  choose: 'Choisir les horaires',
  backToUsual: 'Revenir aux horaires habituels',
  days: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
  closed: 'Fermé',
  add: (day: string): string => `Ajouter une plage : ${day}`,
  addShort: 'Ajouter une plage',
  from: (day: string, n: number): string => `${day}, plage ${n}, début`,
  to: (day: string, n: number): string => `${day}, plage ${n}, fin`,
  remove: (day: string, n: number): string => `Retirer la plage ${n} : ${day}`,
} as const
