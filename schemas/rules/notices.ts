import { frenchDate } from '../dates.ts'

/** What a person is told of (DAY-07); each kind can be turned off. */
export const NOTICE_KINDS = [
  'rdv_cree',
  'rdv_deplace',
  'rdv_annule',
  'rdv_confirme',
  'rdv_autre_moment',
  'projet_affecte',
  'intervention_affectee',
  'intervention_deplacee',
  'intervention_retiree',
  'intervention_annulee',
  'visite_arretee',
  'devis_ouvert',
  'devis_signe',
  'devis_refuse',
  'demande_recue',
  'contact_conteste',
  'message_perdu',
  'paiement_recu',
  'paiement_rejete',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** One, and several. No title names anybody: a lock screen shows it. */
const TITLES: Readonly<Record<NoticeKind, readonly [one: string, several: string]>> = {
  rdv_cree: ['Un rendez-vous est dans votre agenda', 'rendez-vous sont dans votre agenda'],
  rdv_deplace: ['Un rendez-vous a été déplacé', 'rendez-vous ont été déplacés'],
  rdv_annule: ['Un rendez-vous n’est plus dans votre agenda', 'rendez-vous ne sont plus dans votre agenda'],
  rdv_confirme: ['Un client confirme son rendez-vous', 'rendez-vous sont confirmés par des clients'],
  rdv_autre_moment: ['Un client demande un autre moment', 'clients demandent un autre moment'],
  projet_affecte: ['Un projet vous est affecté', 'projets vous sont affectés'],
  intervention_affectee: ['Une intervention vous est affectée', 'interventions vous sont affectées'],
  intervention_deplacee: ['Une intervention a changé d’horaire', 'interventions ont changé d’horaire'],
  intervention_retiree: [
    'Une intervention n’est plus dans votre planning',
    'interventions ne sont plus dans votre planning',
  ],
  intervention_annulee: ['Une intervention est annulée', 'interventions sont annulées'],
  visite_arretee: ['Une visite n’a plus lieu', 'visites n’ont plus lieu'],
  devis_ouvert: ['Un devis a été ouvert', 'devis ont été ouverts'],
  devis_signe: ['Un devis est signé', 'devis sont signés'],
  devis_refuse: ['Un devis est refusé', 'devis sont refusés'],
  demande_recue: ['Une demande d’un client est arrivée', 'demandes de clients sont arrivées'],
  contact_conteste: ['Un changement de coordonnées est à vérifier', 'changements de coordonnées sont à vérifier'],
  message_perdu: ['Un message n’est pas parti', 'messages ne sont pas partis'],
  paiement_recu: ['Un paiement en ligne est arrivé', 'paiements en ligne sont arrivés'],
  paiement_rejete: ['Un paiement est rejeté par la banque', 'paiements sont rejetés par la banque'],
}

/** Of a kind that a newer server tells: the list still shows it, with its record. */
const UNKNOWN: readonly [one: string, several: string] = ['Une nouvelle notification', 'nouvelles notifications']

/** « Un projet vous est affecté », « 200 projets vous sont affectés »; neutral for a kind that this version does not know. Pure. */
export function noticeTitle(kind: NoticeKind, count: number): string {
  const [one, several] = Object.hasOwn(TITLES, kind) ? TITLES[kind] : UNKNOWN
  return count === 1 ? one : `${count} ${several}`
}

/** « 24/11/2026 à 09:00 » of « 2026-11-24 09:00 » */
export const noticeTime = (wall: string): string => `${frenchDate(wall)} à ${wall.slice(11)}`

/** The person does not see the record any more, or it is not there. */
const GONE: readonly NoticeKind[] = ['rdv_annule', 'intervention_retiree', 'intervention_annulee']

/** Resources whose records have a page of their name. */
const PAGES: readonly string[] = ['rdv', 'projet', 'intervention', 'devis', 'demande', 'client', 'personnel']

export interface NoticeTarget {
  TYPE: NoticeKind
  RESSOURCE: string
  /** Null: several records. */
  IDENREGISTREMENT: string | null
}

/**
 * The app's address that a tap opens: the record's page, or the list of notices when there are several records, or none any more that the person may see.
 */
export function noticePath({ TYPE, RESSOURCE, IDENREGISTREMENT }: NoticeTarget): string {
  if (IDENREGISTREMENT === null || GONE.includes(TYPE) || !PAGES.includes(RESSOURCE)) return '/manager/notifications'
  return `/manager/${RESSOURCE}/${encodeURIComponent(IDENREGISTREMENT)}`
}

/** Days that a device shows a notice; the server removes it then. */
export const NOTICE_DAYS = 60
