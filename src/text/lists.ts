import type { ReferenceList } from '../../schemas/entities/reference.ts'

interface ListWords {
  title: string
  one: string
  /** What the entries do. */
  hint: string
  add: string
  /** For a form that needs an entry, and for the list itself. */
  none: string
}

const WHERE = 'le directeur les ajoute dans Paramètres → Listes.'

const of: Record<ReferenceList, ListWords> = {
  AGENCES: {
    title: 'Agences',
    one: 'Agence',
    hint: 'Un client, un projet, une personne peuvent appartenir à une agence.',
    add: 'Ajouter une agence',
    none: `Aucune agence : ${WHERE}`,
  },
  NATURE_RDV: {
    title: 'Natures de rendez-vous',
    one: 'Nature',
    hint: 'Chaque nature a sa couleur dans l’agenda et une durée proposée.',
    add: 'Ajouter une nature',
    none: `Aucune nature : ${WHERE}`,
  },
  RDV_DEBRIEF: {
    title: 'Motifs de débrief',
    one: 'Motif',
    hint: 'Proposés après le choix du résultat d’un rendez-vous.',
    add: 'Ajouter un motif',
    none: `Aucun motif : ${WHERE}`,
  },
  TYPE_ANNULATION: {
    title: 'Motifs d’annulation',
    one: 'Motif',
    hint: 'Demandés quand un projet est classé sans suite.',
    add: 'Ajouter un motif',
    none: `Aucun motif : ${WHERE}`,
  },
  ORIGINE: {
    title: 'Origines',
    one: 'Origine',
    hint: 'D’où vient un client.',
    add: 'Ajouter une origine',
    none: `Aucune origine : ${WHERE}`,
  },
  ORIGINE_CAMPAGNE: {
    title: 'Campagnes',
    one: 'Campagne',
    hint: 'Opérations qui amènent des clients.',
    add: 'Ajouter une campagne',
    none: `Aucune campagne : ${WHERE}`,
  },
  TYPE_INTERVENTION: {
    title: 'Types d’intervention',
    one: 'Type',
    hint: 'Proposés à la création d’une intervention.',
    add: 'Ajouter un type',
    none: `Aucun type : ${WHERE}`,
  },
  TVA: {
    title: 'Taux de TVA',
    one: 'Taux',
    hint: 'Proposés dans les lignes d’un devis.',
    add: 'Ajouter un taux',
    none: `Aucun taux : ${WHERE}`,
  },
  CIVILITE: {
    title: 'Civilités',
    one: 'Civilité',
    hint: 'Proposées dans la fiche d’un client.',
    add: 'Ajouter une civilité',
    none: `Aucune civilité : ${WHERE}`,
  },
  LABEL: {
    title: 'Étiquettes',
    one: 'Étiquette',
    hint: 'Des mots de couleur pour classer clients et projets.',
    add: 'Ajouter une étiquette',
    none: `Aucune étiquette : ${WHERE}`,
  },
}

/** French words of a company's settings and lists. */
export const listsText = {
  title: 'Paramètres',
  intro: 'Ce que les formulaires proposent à toute l’entreprise. Visible sur tous les appareils en quelques secondes.',
  lists: 'Listes',
  list: 'Liste',
  documents: 'Formulaires',
  of,
  editEntry: (label: string) => `Modifier : ${label}`,
  count: (n: number) => (n === 0 ? 'vide' : n === 1 ? '1 entrée' : `${n} entrées`),
  minutes: (n: number) => `${n} min`,
  empty: 'Cette liste est vide.',
  up: (label: string) => `Monter : ${label}`,
  down: (label: string) => `Descendre : ${label}`,
  moved: (label: string, place: number, count: number) => `« ${label} » en position ${place} sur ${count}`,
  archive: 'Archiver',
  archiveOf: (label: string) => `Archiver : ${label}`,
  archived: (label: string) => `« ${label} » n’est plus proposé. Les fiches qui l’ont le gardent.`,
  archives: 'Archivées',
  archivesHint: 'Plus proposées dans les formulaires. Elles restent lisibles là où elles ont servi.',
  restore: 'Proposer à nouveau',
  restoreOf: (label: string) => `Proposer à nouveau : ${label}`,
  restored: (label: string) => `« ${label} » est de nouveau proposé.`,
  archivedHint: 'Archivé',
  code: 'Rôle dans l’application',
  codes: {
    Com: 'Vente',
    Metre: 'Métré',
    R2: 'Deuxième visite',
    Autre: 'Autre',
  } as Record<string, string>,
  codeHints: {
    '': 'Dit à l’application ce qu’est ce rendez-vous.',
    Com: 'Rendez-vous de vente : proposé d’abord aux commerciaux.',
    Metre:
      'Prise de mesures : proposé d’abord aux métreurs, rapproché des interventions, montré au client dans sa commande.',
    R2: 'Proposé comme suite d’un rendez-vous de vente, depuis son débrief.',
    Autre: 'Aucune règle : réunion, formation, congé…',
  } as Record<string, string>,
  durationHint: 'La fin proposée pour un nouveau rendez-vous ; une heure au moins.',
  rate: 'Taux (%)',
  category: 'Résultat du rendez-vous',
  fixedCategory: 'Ne change plus : pour un autre résultat, archivez ce motif et créez-en un autre.',
  noCategory: 'Sans résultat',
  kind: 'Sorte de client',
  kinds: { P: 'Particulier', S: 'Société' } as Record<string, string>,
} as const
