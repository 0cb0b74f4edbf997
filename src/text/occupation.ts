import { formatDay } from '../../schemas/dates.ts'

/** French words about the taken times of colleagues. */
export const occupationText = {
  none: 'Les temps pris des collègues ne sont pas encore sur cet appareil : ils ne sont pas tous montrés.',
  window: (from: string, to: string) =>
    `Les temps pris des collègues ne sont connus que du ${formatDay(from, 'D MMMM')} au ${formatDay(to, 'D MMMM YYYY')}.`,
  old: (ago: string) => `Temps pris des collègues reçus ${ago} : ils peuvent avoir changé.`,
  free: 'Prochains créneaux libres',
  /** « jeu. 26 nov. » and « 11:00 – 12:00 ». */
  slot: (day: string, range: string) => `${day}, ${range}`,
  question: (n: number): string => (n === 1 ? 'Ce créneau est pris' : 'Ces créneaux sont pris'),
  goOn: { save: 'Enregistrer quand même', move: 'Déplacer quand même' },
  back: 'Revenir',
  more: (n: number): string => (n === 1 ? 'et un autre' : `et ${n} autres`),
  conflictTitle: 'Déjà pris à cette heure-là',
  conflict: {
    rdv: (name: string, range: string) => `${name} : rendez-vous, ${range}`,
    intervention: (name: string, range: string) => `${name} : intervention, ${range}`,
    absence: (name: string, range: string, what: string) => `${name} : ${what.toLowerCase()}, ${range}`,
    absent: (name: string, range: string) => `${name} : absent, ${range}`,
    unseen: (name: string, range: string) => `${name} : temps pris, ${range}`,
  },
} as const
