const clients = (n: number): string => (n === 1 ? '1 client' : `${n.toLocaleString('fr-FR')} clients`)
const projects = (n: number): string => (n === 1 ? '1 projet' : `${n.toLocaleString('fr-FR')} projets`)

/** French words of the labels of clients and projects. */
export const labelsText = {
  title: 'Étiquettes',
  filter: 'Étiquette',
  having: (label: string): string => `Clients « ${label} »`,
  all: 'Toute étiquette',
  archived: (label: string) => `${label} (archivée)`,
  of: { client: clients, projet: projects },
  sheet: (what: string) => `Étiquettes de ${what}`,
  held: (n: number, of: number) => (n === 0 ? 'aucun ne l’a' : n === of ? 'tous l’ont' : `${n} sur ${of} l’ont`),
  heldByOne: (has: boolean) => (has ? 'posée' : ''),
  add: 'Ajouter',
  addOf: (label: string) => `Ajouter « ${label} »`,
  remove: 'Retirer',
  removeOf: (label: string) => `Retirer « ${label} »`,
  added: (label: string, what: string) => `« ${label} » ajoutée à ${what}`,
  removed: (label: string, what: string) => `« ${label} » retirée de ${what}`,
  undo: 'Annuler',
  undone: 'Étiquettes remises comme avant',
  running: (done: number, of: number) => `${done.toLocaleString('fr-FR')} sur ${of.toLocaleString('fr-FR')}…`,
  select: 'Étiqueter',
  selectOne: (name: string) => `Choisir ${name}`,
  selected: (n: number) => (n === 0 ? 'Choisissez des clients' : `${clients(n)} choisi${n === 1 ? '' : 's'}`),
  selectAll: 'Choisir toute la liste',
  selecting: (n: number) => `Lecture de la liste : ${clients(n)}…`,
  label: 'Étiquettes…',
  done: 'Terminer',
  labelProjects: (n: number) => `Étiqueter ${n === 1 ? 'ce projet' : `ces ${projects(n)}`}`,
  emptyFilter: (label: string) => `Rien ici n’a l’étiquette « ${label} ».`,
  clearFilter: 'Toutes les étiquettes',
} as const
