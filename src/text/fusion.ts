import type { Choice, Chosen, Hanging } from '../../schemas/client-merge.ts'

/** French words of the merge of two records of one client. */
export const fusionText = {
  action: 'Fusionner avec…',
  title: (name: string): string => `Fusionner ${name}`,
  intro:
    'Deux fiches du même client n’en font plus qu’une. Rien n’est perdu, et vous pourrez annuler pendant 30 jours.',
  needsNetwork: 'Il faut du réseau',

  other: 'L’autre fiche',
  otherHint: 'Elle disparaît ; ce qui s’y rattache passe sur cette fiche.',
  pick: 'Client à fusionner',
  alike: 'Fiches qui se ressemblent',
  moreAlike: (n: number): string => (n === 1 ? 'Voir l’autre' : `Voir les ${n} autres`),
  itself: 'C’est la fiche elle-même : choisissez-en une autre.',
  swap: 'Garder plutôt l’autre fiche',
  loading: 'Lecture des deux fiches…',
  offline: 'Pas de connexion. Il faut du réseau pour fusionner deux fiches.',
  failed: 'Les deux fiches n’ont pas pu être lues.',

  fields: 'Ce que dira la fiche',
  fieldsHint: 'Choisissez, là où les deux fiches ne disent pas la même chose.',
  agreed: 'Identique sur les deux fiches',
  nothingToChoose: 'Les deux fiches disent la même chose.',
  labels: 'Étiquettes : celles des deux fiches restent.',
  sides: { garde: 'Cette fiche', autre: 'L’autre fiche', deux: 'Les deux' } satisfies Record<Choice, string>,
  field: {
    IDCIVILITE: 'Civilité',
    NOM: 'Nom',
    PRENOM: 'Prénom',
    PORTABLE: 'Téléphone portable',
    TELEPHONE: 'Téléphone fixe',
    MAIL: 'Adresse email',
    IDADRESSE: 'Adresse',
    IDPERSONNEL: 'Commercial',
    IDAGENCE: 'Agence',
    IDORIGINE: 'Origine',
    OBSERVATIONS: 'Observations',
  } satisfies Record<Chosen, string>,
  joined: 'L’un après l’autre',
  nothing: 'Rien',

  hanging: 'Ce qui s’y rattache',
  hangingHint:
    'Tout sera sur la fiche qui reste, sur tous les appareils. Vous ne voyez ici que ce qui vous est ouvert.',
  counts: {
    PROJETS: 'Projets',
    DEVIS: 'Devis',
    RDVS: 'Rendez-vous',
    INTERVENTIONS: 'Interventions',
    RAPPORTS: 'Comptes rendus',
    FICHIERS: 'Fichiers',
    PAIEMENTS: 'Paiements',
    DEMANDES: 'Demandes de l’espace client',
  } satisfies Record<keyof Hanging, string>,

  merge: 'Fusionner les deux fiches',
  confirm: (gone: string): string =>
    `La fiche « ${gone} » disparaît et tout ce qui s’y rattache passe sur cette fiche. Vous pourrez annuler pendant 30 jours.`,
  led: (kept: string): string => `Cette fiche a été réunie avec une autre : voici ${kept}.`,
  savedTo: (kept: string): string =>
    `Cette fiche a été réunie avec celle de ${kept} pendant votre saisie : vos changements iront à cette fiche.`,
  done: 'Les deux fiches n’en font plus qu’une',

  merged: (name: string, when: string): string => `Fusionnée avec « ${name} » le ${when}.`,
  until: (day: string): string => `Annulable jusqu’au ${day}.`,
  undo: 'Annuler la fusion',
  confirmUndo:
    'L’autre fiche revient avec ce qui était à elle, et ce que les appareils ont écrit sur elle depuis. Ce qui a été ajouté ici depuis la fusion reste ici.',
  undone: 'La fusion est annulée',
  notice: 'Fiches fusionnées',
}
