const count = (n: number): string => n.toLocaleString('fr-FR')
const projects = (n: number): string => (n === 1 ? '1 projet' : `${count(n)} projets`)
const quotes = (n: number): string => (n === 1 ? '1 devis en attente' : `${count(n)} devis en attente`)

/** French words of giving projects of a list to a person. */
export const giveText = {
  /** All of the list that is shown; the person is asked next. */
  giveAll: (n: number): string => (n === 1 ? 'Confier ce projet à…' : `Confier les ${count(n)} projets à…`),
  start: 'Choisir',
  select: (name: string): string => `Choisir ${name}`,
  selected: (n: number): string =>
    n === 0 ? 'Choisissez des projets' : `${projects(n)} ${n === 1 ? 'choisi' : 'choisis'}`,
  selectAll: 'Tout choisir',
  clear: 'Ne rien choisir',
  give: (n: number): string => `Confier ${projects(n)}`,
  stop: 'Terminer',
  sheet: (n: number): string => `Confier ${projects(n)} à`,
  people: 'Commerciaux',
  hint: 'Les devis en attente de ces projets suivent. Les rendez-vous pris et les ventes restent à qui les a.',
  /** Below « Responsable » in a project’s form, once it is changed. */
  follow: 'Les devis en attente suivent. Les rendez-vous pris et les ventes restent à qui les a.',
  already: (n: number, of: number): string => (n === of ? 'a déjà tout' : n === 0 ? '' : `en a déjà ${count(n)}`),
  nobody: 'Aucun commercial sur cet appareil.',
  running: (done: number, of: number): string => `${count(done)} sur ${count(of)}…`,
  given: ({ projets, devis, already, who }: { projets: number; devis: number; already: number; who: string }): string =>
    [
      `${projects(projets)}${devis > 0 ? ` et ${quotes(devis)}` : ''} ${projets + devis === 1 ? 'confié' : 'confiés'} à ${who}.`,
      already === 0
        ? ''
        : already === 1
          ? 'Un autre était déjà à son nom.'
          : `${count(already)} autres étaient déjà à son nom.`,
    ]
      .filter(Boolean)
      .join(' '),
  nothing: (who: string): string => `Tous ces projets étaient déjà à ${who}.`,
  undo: 'Annuler',
  undone: (n: number, left: number): string =>
    [
      n === 1 ? '1 fiche remise comme avant.' : `${count(n)} fiches remises comme avant.`,
      left === 0
        ? ''
        : left === 1
          ? 'Une autre a changé depuis : elle reste.'
          : `${count(left)} autres ont changé depuis : elles restent.`,
    ]
      .filter(Boolean)
      .join(' '),
  none: 'Plus aucun projet ici.',
} as const
