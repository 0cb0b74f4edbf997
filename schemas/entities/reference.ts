import { defineEntity } from '../entity.ts'
import { choice, color, flag, integer, key, phone, postcode, required, text, words } from '../fields.ts'

/** The lists of GET /datacache that are rows of this entity (COMPANY, ROLE and BUCKET_SIZE have their own source). LABEL is ours: coloured tags (SET-05). */
export const REFERENCE_LISTS = [
  'NATURE_RDV',
  'CIVILITE',
  'ORIGINE',
  'TVA',
  'AGENCES',
  'TYPE_ANNULATION',
  'TYPE_INTERVENTION',
  'RDV_DEBRIEF',
  'ORIGINE_CAMPAGNE',
  'LABEL',
] as const
export type ReferenceList = (typeof REFERENCE_LISTS)[number]
export const isReferenceList = (name: string): name is ReferenceList =>
  (REFERENCE_LISTS as readonly string[]).includes(name)

/** Natures of appointment that the product's rules use; Com and Metre mean sales or measure (ENT-04). */
export const NATURE_CODES = ['Com', 'Metre', 'R2', 'Autre'] as const
export const UNKNOWN_NATURE = 'Nature inconnue'
export const DEFAULT_EVENT_COLOR = '#000000'

/** One entry of a small list. A list uses only some of the fields; `/datacache` gives each list its contract's own names. */
export const reference = defineEntity({
  name: 'reference',
  title: 'Référence',
  plural: 'Références',
  path: '/datacache',
  table: 'reference',
  key: 'id',
  fields: {
    id: key(),
    LISTE: required(choice('Liste', REFERENCE_LISTS, { merge: 'immutable' })),
    LIBELLE: words('Libellé', 120),
    CODE: text('Code', 40, { merge: 'latest' }),
    CODECOULEUR: color('Couleur'),
    /** NATURE_RDV: the length that the form of an appointment proposes; an hour at least (RES-09). */
    DUREE: integer('Durée (minutes)', { minimum: 60, maximum: 1440 }),
    /** CIVILITE: 'P' for a private individual. */
    TYPE: text('Type', 10, { merge: 'latest' }),
    /** RDV_DEBRIEF: the debrief category that this motive explains. */
    TYPE_MOTIF: integer('Catégorie', { minimum: 0, maximum: 4 }),
    /** TVA: hundredths of percent. */
    TAUX: integer('Taux', { minimum: 0, maximum: 10_000 }),
    ADRESSE: text('Adresse', 200),
    CODE_POSTAL: postcode('Code postal'),
    VILLE: text('Ville', 80),
    TELEPHONE: phone('Téléphone'),
    ORDRE: required(integer('Ordre', {}), 0),
    /** No longer proposed; records that hold the entry still show it (SET-03). */
    ARCHIVE: flag('Archivé'),
  },
  local: { collection: 'references', indexes: ['LISTE'] },
  label: (r) => r.LIBELLE,
})
