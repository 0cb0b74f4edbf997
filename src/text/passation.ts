import type { Division, Handed, HandoverCounts } from '../../schemas/handover.ts'

const many = (n: number, one: string, more = `${one}s`): string => `${n} ${n > 1 ? more : one}`

const ignored = (n: number): string =>
  n > 1
    ? `${n} fiches n’ont pas été confiées : elles étaient passées, supprimées ou déjà à quelqu’un d’autre`
    : `${n} fiche n’a pas été confiée : elle était passée, supprimée ou déjà à quelqu’un d’autre`

/** French words of the departure of a member of the staff. */
export const passationText = {
  title: (name: string): string => `Départ : ${name}`,
  intro: 'Ses clients, projets ouverts, rendez-vous à venir et devis à relancer vont à des collègues.',
  prepare: 'Préparer son départ',
  loading: 'Lecture des passations…',
  offline: 'Pas de connexion. Il faut du réseau pour préparer un départ.',
  failed: 'Les passations n’ont pas pu être lues.',
  forbidden: 'Un autre directeur doit préparer votre départ.',

  form: 'Confier ses dossiers',
  colleagues: 'Collègues qui reprennent',
  colleaguesHint: 'Le premier reçoit aussi ce que ses appareils enverraient encore sans qu’un dossier le dise.',
  search: 'Rechercher…',
  nobody: 'Personne de ce nom',
  division: 'Répartition',
  divisions: {
    un: 'Tout à une personne',
    agence: 'Selon l’agence du client',
    proche: 'Au plus près de leurs clients',
    egal: 'À parts égales',
  } satisfies Record<Division, string>,
  onlyOne: 'Choisissez une seule personne, ou une autre répartition.',
  sends: 'Laisser ses appareils envoyer ce qui attend',
  sendsHint:
    'Pendant 30 jours, ses appareils où il est connecté envoient encore ce qu’il a saisi sans réseau ; ils ne lisent plus rien. Sans cela, ce qui n’est pas envoyé reste sur l’appareil.',

  devices: 'Ses appareils',
  devicesNone: 'Aucun appareil connu.',
  sending: 'Connecté : enverra encore ce qu’il contient.',
  stranded:
    'Personne n’y est connecté : ce qui y attend n’arrivera plus après la passation. Pour le recevoir, la personne s’y reconnecte d’abord (compte rouvert s’il est fermé) et attend « À jour ».',
  loggedOut: 'Personne n’y est connecté.',

  preview: 'Aperçu',
  previewEmpty: 'Choisissez au moins un collègue : vous verrez ce que chacun reçoit avant de décider.',
  previewLoading: 'Calcul de l’aperçu…',
  nothing: 'Cette personne n’a plus rien à confier ; son compte peut être fermé.',
  total: 'Total',
  person: 'Collègue',
  counts: {
    CLIENTS: 'Clients',
    PROJETS: 'Projets',
    RELANCES: 'Relances prévues',
    RDVS: 'Rendez-vous',
    INTERVENTIONS: 'Interventions',
    DEVIS: 'Devis à relancer',
  } satisfies Record<keyof HandoverCounts, string>,
  collisions: (n: number): string =>
    `${many(n, 'rendez-vous', 'rendez-vous')} ${n > 1 ? 'tombent' : 'tombe'} quand le collègue est déjà pris`,
  collisionsHint: 'Ils sont confiés quand même : à déplacer ensuite.',
  collision: (when: string, who: string, taken: string): string => `${when} — ${who} : indisponible ${taken}`,
  unnamed: { rdv: 'Rendez-vous', intervention: 'Intervention' },

  begin: 'Confier et fermer le compte',
  confirm: (name: string, total: number): string =>
    `${many(total, 'fiche')} ${total > 1 ? 'changent' : 'change'} de main et le compte de ${name} est fermé. Vous pourrez annuler pendant 30 jours.`,
  progress: (done: number, total: number): string => `${done} sur ${total}`,
  interrupted: 'La passation s’est arrêtée avant la fin : reprenez-la, rien n’est fait deux fois.',
  done: 'Tout est confié',
  doneExcept: (n: number): string => `Passation terminée. ${ignored(n)}.`,
  undone: 'La passation est annulée',

  list: 'Passations',
  none: 'Aucune passation pour cette personne.',
  of: (when: string, by: string): string => `${when}, par ${by}`,
  given: (n: number): string => `${many(n, 'fiche')} ${n > 1 ? 'confiées' : 'confiée'}`,
  ignored,
  left: (rest: number, total: number): string => `Reste ${rest} sur ${total}`,
  cancelled: (when: string): string => `Annulée le ${when}`,
  resume: 'Reprendre',
  undo: 'Annuler la passation',
  until: (day: string): string => `Annulable jusqu’au ${day}`,
  confirmUndo: 'Ce que personne n’a changé depuis lui revient, et son compte se rouvre. Le reste est laissé et nommé.',
  kept: (n: number): string =>
    `${many(n, 'fiche')} ${n > 1 ? 'ont changé' : 'a changé'} depuis et ${n > 1 ? 'restent' : 'reste'} au collègue`,
  record: {
    client: 'Client',
    projet: 'Projet',
    rdv: 'Rendez-vous',
    intervention: 'Intervention',
    devis: 'Devis',
  } satisfies Record<Handed, string>,
  somebody: 'un collègue',
}
