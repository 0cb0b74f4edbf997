import { MERGE_DAYS } from './client-merge.ts'
import { LATE_DAYS } from './rules/late-sends.ts'
import { NOTICE_DAYS } from './rules/notices.ts'

/**
 * What is kept, for how long and why: one declaration for the daily job (server/retention), the administrators' page « Conservation des données » and the
 * privacy page, so that the pages promise exactly what the job does.
 */

/** `supprime` rows are deleted · `vide` words are removed, the row stays · `propose` the company gets a list and decides · `garde` nothing is deleted. */
export type RetentionAction = 'supprime' | 'vide' | 'propose' | 'garde'

/** `texte`: the law or an official page was read · `seconde main`: a professional's article · `choix`: our own, for the reason given. */
export type Sureness = 'texte' | 'seconde main' | 'choix'

interface RetentionRule {
  /** What people call it. */
  title: string
  /** Tables that it bounds; a test compares every table of the database with this list. */
  tables: readonly string[]
  /** Days after `from`; null: no end of its own. */
  days: number | null
  /** From when the days count. */
  from: string
  action: RetentionAction
  why: string
  source: string
  sure: Sureness
}

const YEAR = 365
const rule = <const R extends RetentionRule>(one: R): R => one

/**
 * A device may send a write again as long as it has no answer, and for thirty days after one (HEAL-2); an app may be a year old (VER-6). The ledger
 * keeps its lines longer than both. A write that is older than this and not in the ledger is refused, never made twice (PUSH-10).
 */
export const LEDGER_DAYS = 400

export const RETENTION = {
  sessions: rule({
    title: 'Sessions',
    tables: ['session', 'push_subscription'],
    days: 30,
    from: 'la fin de validité (60 jours après la connexion)',
    action: 'supprime',
    why: 'Une session fermée reste jusqu’à sa fin de validité : une sauvegarde restaurée ne doit pas la rouvrir.',
    source: 'Fonctionnement',
    sure: 'choix',
  }),
  ecritures: rule({
    title: 'Registre des écritures reçues',
    tables: ['mutation'],
    days: LEDGER_DAYS,
    from: 'la réception',
    action: 'supprime',
    why: 'Un appareil resté longtemps sans réseau renvoie ses saisies : le registre évite de les faire deux fois. Au-delà, elles sont refusées et montrées à leur auteur.',
    source: 'sync/SPEC.md, HEAL-2, VER-6, PUSH-10',
    sure: 'choix',
  }),
  appels: rule({
    title: 'Résultats des appels déjà traités',
    tables: ['once_result'],
    days: LEDGER_DAYS,
    from: 'l’appel',
    action: 'supprime',
    why: 'Comme le registre des écritures.',
    source: 'sync/SPEC.md, PUSH-10',
    sure: 'choix',
  }),
  passations: rule({
    title: 'Passations',
    tables: ['handover', 'handover_item'],
    days: 3 * YEAR,
    from: 'la passation',
    action: 'supprime',
    why: 'Savoir qui a reçu quel dossier au départ de quelqu’un ; des identifiants seulement.',
    source: 'CNIL, délibération 2021-122 (contrôle interne : 3 ans au plus)',
    sure: 'seconde main',
  }),
  retraits: rule({
    title: 'Qui a été retiré d’un rendez-vous ou d’une intervention',
    tables: ['taken_off'],
    days: LATE_DAYS,
    from: 'le retrait',
    action: 'supprime',
    why: 'Un téléphone resté sans réseau envoie encore ce qui y a été saisi ; des identifiants seulement.',
    source: 'sync/SPEC.md, PUSH-12',
    sure: 'choix',
  }),
  comptes_paiement: rule({
    title: 'Anciens comptes de paiement de l’entreprise',
    tables: ['former_payment_account'],
    days: YEAR,
    from: 'leur remplacement ou leur retrait',
    action: 'supprime',
    why: 'Un lien de paiement envoyé avant peut encore être payé : ce qui arrive par lui est vérifié avec le compte d’alors.',
    source: 'Fonctionnement',
    sure: 'choix',
  }),
  fusions: rule({
    title: 'De quoi annuler une fusion de fiches',
    tables: ['client_merge', 'client_merge_item'],
    days: MERGE_DAYS,
    from: 'la fusion',
    action: 'vide',
    why: 'Le temps de l’annuler. Que les deux fiches sont d’un même client reste dit, par leurs identifiants : un appareil resté sans réseau peut encore nommer l’ancienne.',
    source: 'Fonctionnement ; sync/SPEC.md, MERGE-9',
    sure: 'choix',
  }),
  textes: rule({
    title: 'Textes des mails, SMS et notifications',
    tables: ['message'],
    days: YEAR,
    from: 'la décision d’envoyer',
    action: 'vide',
    why: 'Le temps de répondre à une contestation sur ce qui a été écrit. De quel client il s’agissait reste dit, par son identifiant : un rendez-vous ou un projet peut être devenu celui d’un autre.',
    source: 'RGPD, art. 5 § 1 e (durée limitée au nécessaire)',
    sure: 'choix',
  }),
  messages: rule({
    title: 'Historique des mails, SMS et notifications',
    tables: ['message'],
    days: 3 * YEAR,
    from: 'la décision d’envoyer',
    action: 'supprime',
    why: 'Savoir qui a été joint, quand, tant qu’un prospect peut être suivi.',
    source: 'CNIL, référentiel « gestion des activités commerciales » (3 ans)',
    sure: 'seconde main',
  }),
  connexions: rule({
    title: 'Journal : connexions et mots de passe',
    tables: ['audit'],
    days: YEAR,
    from: 'l’événement',
    action: 'supprime',
    why: 'Retrouver un accès anormal.',
    source: 'CNIL, délibération 2021-122 du 14 octobre 2021 (journalisation : 6 mois à 1 an)',
    sure: 'seconde main',
  }),
  journal: rule({
    title: 'Journal : actes des administrateurs et suivi des décisions',
    tables: ['audit'],
    days: 3 * YEAR,
    from: 'l’événement',
    action: 'supprime',
    why: 'Contrôle interne de ce qui a été fait au nom de quelqu’un.',
    source: 'CNIL, délibération 2021-122 (contrôle interne : 3 ans au plus)',
    sure: 'seconde main',
  }),
  liens: rule({
    title: 'Liens de mot de passe',
    tables: ['password_link'],
    days: 30,
    from: 'la fin de validité',
    action: 'supprime',
    why: 'Un lien passé n’ouvre plus rien.',
    source: 'Fonctionnement',
    sure: 'choix',
  }),
  liens_rdv: rule({
    title: 'Liens des rendez-vous',
    tables: ['rdv_link'],
    days: 30,
    from: 'la fin de validité (la fin du rendez-vous)',
    action: 'supprime',
    why: 'Un lien passé n’ouvre plus rien ; la réponse du client reste au rendez-vous.',
    source: 'Fonctionnement',
    sure: 'choix',
  }),
  codes: rule({
    title: 'Codes reçus par SMS',
    tables: ['otp_challenge'],
    days: 2,
    from: 'la demande',
    action: 'supprime',
    why: 'Les limites comptent les demandes du dernier jour.',
    source: 'Fonctionnement',
    sure: 'choix',
  }),
  essais: rule({
    title: 'Essais comptés et jetons déjà servis',
    tables: ['attempt', 'lola_token', 'lead_seen', 'factor_challenge'],
    days: 1,
    from: 'la fin de leur effet',
    action: 'supprime',
    why: 'Freiner qui devine un code ou un mot de passe ; une adresse connue l’est 90 jours.',
    source: 'Fonctionnement',
    sure: 'choix',
  }),
  conflits: rule({
    title: 'Conflits réglés',
    tables: ['conflit'],
    days: YEAR,
    from: 'le règlement',
    action: 'vide',
    why: 'Ce qui a été écarté n’a plus de lecteur.',
    source: 'RGPD, art. 5 § 1 e',
    sure: 'choix',
  }),
  notifications: rule({
    title: 'Notifications lues dans l’application',
    tables: ['notification'],
    days: NOTICE_DAYS,
    from: 'l’événement',
    action: 'vide',
    why: 'Après deux mois, personne n’ouvre plus ce dont il a été prévenu.',
    source: 'Fonctionnement',
    sure: 'choix',
  }),
  absences: rule({
    title: 'Absences du personnel',
    tables: ['absence'],
    days: YEAR,
    from: 'la fin de l’absence, ou sa suppression',
    action: 'vide',
    why: 'Un planning ne regarde pas plus d’un an en arrière, et un motif peut parler de la santé : la paie garde ses propres pièces, ailleurs.',
    source: 'RGPD, art. 5 § 1 e et art. 9',
    sure: 'choix',
  }),
  appareils: rule({
    title: 'Rapports des appareils',
    tables: ['device'],
    days: 90,
    from: 'le dernier rapport',
    action: 'supprime',
    why: 'Un appareil muet depuis trois mois n’est plus suivi.',
    source: 'sync/SPEC.md, WORK-7',
    sure: 'choix',
  }),
  consultations: rule({
    title: 'Consultations de devis',
    tables: ['devis_consultation'],
    days: YEAR,
    from: 'la consultation',
    action: 'supprime',
    why: 'Adresse et navigateur du lecteur ; la date de première lecture reste au devis.',
    source: 'CNIL, délibération 2021-122',
    sure: 'seconde main',
  }),
  demandes: rule({
    title: 'Parrainages et demandes envoyés par les clients',
    tables: ['demande'],
    days: 3 * YEAR,
    from: 'la demande',
    action: 'vide',
    why: 'Une personne recommandée est un prospect.',
    source: 'CNIL, référentiel « gestion des activités commerciales » (3 ans)',
    sure: 'seconde main',
  }),
  envois: rule({
    title: 'Morceaux d’envois abandonnés',
    tables: ['stored_bytes'],
    days: 7,
    from: 'la réception du dernier morceau de l’envoi',
    action: 'supprime',
    why: 'L’appareil garde le fichier et le renvoie.',
    source: 'Fonctionnement',
    sure: 'choix',
  }),
  fichiers: rule({
    title: 'Contenu des fichiers supprimés',
    tables: ['stored_bytes'],
    days: 30,
    from: 'la suppression',
    action: 'supprime',
    why: 'Une sauvegarde restaurée peut les rappeler (31 jours pour ceux qu’aucune fiche ne nomme).',
    source: 'Fonctionnement',
    sure: 'choix',
  }),
  prospects: rule({
    title: 'Prospects et clients sans contrat',
    tables: [
      'client',
      'adresse',
      'projet',
      'rdv',
      'devis',
      'intervention',
      'soumission',
      'fichier',
      'contact_change',
      'space_number',
    ],
    days: 3 * YEAR,
    from: 'le dernier échange',
    action: 'propose',
    why: 'Rien n’est effacé sans que l’entreprise le confirme.',
    source: 'CNIL, référentiel « gestion des activités commerciales » (3 ans après le dernier contact)',
    sure: 'seconde main',
  }),
  contrats: rule({
    title: 'Clients sous contrat, devis signés, procès-verbaux, paiements, preuves',
    tables: [
      'client',
      'adresse',
      'projet',
      'devis',
      'intervention',
      'fichier',
      'devis_evidence',
      'payment',
      'paiement',
    ],
    days: 10 * YEAR,
    from: 'le dernier devis signé, procès-verbal ou paiement',
    action: 'propose',
    why: 'Pièces comptables, contrat conclu à distance de 120 € ou plus, garantie décennale. La chaîne des preuves n’est jamais coupée.',
    source: 'Code de commerce L123-22 ; code de la consommation L213-1, D213-2 ; code civil 1792-4-1',
    sure: 'seconde main',
  }),
  effaces: rule({
    title: 'Pièces gardées sous clé après un effacement',
    tables: ['erasure'],
    days: 10 * YEAR,
    from: 'le dernier devis signé, procès-verbal ou paiement',
    action: 'vide',
    why: 'La loi oblige à les garder ; ensuite le nom et l’adresse partent aussi.',
    source: 'RGPD, art. 17 § 3 b et e',
    sure: 'texte',
  }),
  demandes_effacement: rule({
    title: 'Demandes d’effacement réglées',
    tables: ['erasure_request'],
    days: 3 * YEAR,
    from: 'leur règlement',
    action: 'supprime',
    why: 'Montrer que la demande a été suivie.',
    source: 'RGPD, art. 5 § 2 et 12 § 3',
    sure: 'choix',
  }),
  imports: rule({
    title: 'Lignes des fichiers importés',
    tables: ['import_row', 'data_import'],
    days: 30,
    from: 'la lecture du fichier',
    action: 'supprime',
    why: 'Corriger les lignes refusées, ou annuler l’import. Les fiches créées restent.',
    source: 'Fonctionnement',
    sure: 'choix',
  }),
  liens_courts: rule({
    title: 'Liens courts',
    tables: ['short_link'],
    days: null,
    from: '',
    action: 'garde',
    why: 'Imprimés sur des affiches : ils servent jusqu’à ce qu’un administrateur les supprime. Le lien public d’un devis n’est écrit nulle part ; il finit avec le devis.',
    source: 'Fonctionnement',
    sure: 'choix',
  }),
} as const satisfies Record<string, RetentionRule>

export type RetentionKind = keyof typeof RETENTION
export const RETENTION_KINDS = Object.keys(RETENTION) as RetentionKind[]
export const retentionRule = (kind: RetentionKind): RetentionRule => RETENTION[kind]

/**
 * Tables that no period bounds, and why each does not grow without end. With `RETENTION` it names every table: a test reads them from the database.
 */
export const UNBOUNDED: Readonly<Record<string, string>> = {
  company: 'une ligne par entreprise',
  company_epoch: 'une ligne par restauration',
  company_subdomain: 'une ligne par sous-domaine qu’une entreprise a eu',
  company_picture: 'les images que l’entreprise a choisies',
  admin_user: 'une ligne par administrateur',
  credential: 'une ligne par compte',
  notice_choice: 'une ligne par compte',
  notice_burst: 'une ligne par personne, par sorte de notification et par auteur',
  filtre: 'les filtres que chaque personne enregistre, et supprime',
  former_client: 'à quel client était un projet avant sa correction : des identifiants et des dates',
  former_home: 'où un client habitait avant : des identifiants et des dates, qui partent avec lui',
  rdv_person: 'qui est de quel rendez-vous : les lignes suivent leur rendez-vous',
  objectif: 'une ligne par mois et par commercial',
  personnel: 'une ligne par membre du personnel',
  personnel_photo: 'une photo par membre du personnel, qui part avec lui',
  backup_made: 'la date de la dernière sauvegarde, et combien de fichiers y manquent',
  installation: 'une ligne',
  totp: 'une ligne par compte',
  passkey: 'les clés d’accès de chaque compte',
  recovery_code: 'les codes de secours de chaque compte',
  role: 'les rôles de l’entreprise',
  reference: 'les listes de l’entreprise',
  rapport: 'les formulaires de l’entreprise',
  article: 'les tarifs de l’entreprise',
  article_photo: 'une photo par article',
  numbering: 'une ligne par année',
  label: 'les étiquettes de l’entreprise',
  import_columns: 'une ligne par entreprise : ce que disent les titres de ses colonnes',
  asset_type: 'réglages',
  asset_item: 'réglages',
  asset_item_custom: 'réglages',
  mail_template: 'réglages',
  ics_token: 'une ligne par membre du personnel',
  lead_key: 'une ligne par entreprise',
  payment_account: 'une ligne par entreprise',
  console_scope: 'vide : ses lignes ne sont jamais validées',
  retention_run: 'une ligne par entreprise et par durée',
  retention_turn: 'une ligne',
  schema_migration: 'une ligne par version',
}

/** « 3 ans », « 13 mois », « 30 jours » */
export function periodText(days: number | null): string {
  if (days === null) return 'sans limite propre'
  if (days % YEAR === 0) return days === YEAR ? '1 an' : `${days / YEAR} ans`
  if (days > YEAR) return `${Math.floor(days / 30)} mois`
  return days === 1 ? '1 jour' : `${days} jours`
}
