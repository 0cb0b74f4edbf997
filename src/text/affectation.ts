import { formatDay } from '../../schemas/dates.ts'

/** French words of « Affectation ». */
export const affectationText = {
  title: 'Affectation',
  subtitle: (n: number): string => (n === 1 ? '1 projet sans responsable' : `${n} projets sans responsable`),
  list: 'Projets à affecter',
  empty: 'Chaque projet a son responsable.',
  emptySearch: (text: string): string => `Aucun projet à affecter ne correspond à « ${text} ».`,
  toHome: 'Revenir à l’accueil',
  search: 'Client, ville ou projet',
  searchLabel: 'Rechercher un projet à affecter',
  created: (ago: string): string => `reçu ${ago}`,
  createdHere: 'reçu à l’instant',
  select: (name: string): string => `Sélectionner ${name}`,
  selectAll: 'Tout sélectionner',
  selected: (n: number): string => (n === 1 ? '1 projet sélectionné' : `${n} projets sélectionnés`),
  clear: 'Tout désélectionner',
  assign: 'Affecter',
  assignOne: (name: string): string => `Affecter ${name}`,
  suggestion: (why: string): string => `Suggestion : ${why}`,
  searching: 'Suggestion en cours de calcul…',
  assignTo: (who: string): string => `Affecter à ${who}`,
  sheetTitle: (n: number): string => (n === 1 ? 'Affecter ce projet' : `Affecter ${n} projets`),
  people: 'Commerciaux, le mieux placé d’abord',
  shareOut: 'Répartir selon les suggestions',
  part: (who: string, n: number): string => `${who} : ${n}`,
  km: (km: number): string => `à ${km} km`,
  kmAverage: (km: number): string => `à ${km} km en moyenne`,
  unknownDistance: 'distance inconnue',
  load: (projects: number): string =>
    projects <= 1 ? `${projects} projet en attente` : `${projects} projets en attente`,
  rdvs: (n: number): string => `${n} rendez-vous sous 14 jours`,
  elsewhere: 'autre agence',
  absent: (until: string): string => `absent jusqu’au ${formatDay(until, 'D MMMM')}`,
  nobody: 'Aucun commercial sur cet appareil.',
  distanceHint:
    'Distance à vol d’oiseau jusqu’à l’endroit le plus proche où la personne a rendez-vous ou un projet en attente.',
  done: (n: number, who: string): string =>
    n === 1 ? `1 projet affecté à ${who}.` : `${n} projets affectés à ${who}.`,
  doneShared: (n: number): string => `${n} projets répartis.`,
  undo: 'Annuler l’affectation',
  undone: (n: number, left: number): string =>
    [
      n === 0 ? '' : `Affectation annulée${left === 0 ? '' : ` pour ${n === 1 ? '1 projet' : `${n} projets`}`}.`,
      left === 0
        ? ''
        : n === 0
          ? 'Rien n’est annulé : ces projets ont changé depuis.'
          : left === 1
            ? 'Un autre a changé depuis : il reste.'
            : `${left} autres ont changé depuis : ils restent.`,
    ]
      .filter(Boolean)
      .join(' '),
  views: 'Liste ou carte',
  asList: 'Liste',
  asMap: 'Carte',
  map: 'Carte des projets à affecter',
  onMap: (name: string): string => `Situer ${name} sur la carte`,
  tapPoint: 'Touchez un point de la carte : ses projets viennent ici.',
  withoutPlace: (n: number): string =>
    n === 1 ? '1 projet sans position n’est pas sur la carte.' : `${n} projets sans position ne sont pas sur la carte.`,
  noMap: 'Cet appareil ne peut pas dessiner la carte : tous les projets sont dans la liste.',
} as const
