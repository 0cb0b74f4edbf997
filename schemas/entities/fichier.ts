import { defineEntity } from '../entity.ts'
import { choice, instant, integer, key, ref, required, text } from '../fields.ts'

/** What a file is, and where it came from. */
export const ORIGINES = [
  'photo',
  'photo_avant',
  'photo_apres',
  'photo_reserve',
  'document',
  'devis',
  'devis_signe',
  'intervention_sign_pv',
  'intervention_levee_reserves',
] as const
export type Origine = (typeof ORIGINES)[number]

/** Signed: neither replaced nor deleted (I13). */
export const SIGNED_ORIGINES: readonly Origine[] = [
  'devis_signe',
  'intervention_sign_pv',
  'intervention_levee_reserves',
]
export const isSignedFile = (origine: unknown): boolean => (SIGNED_ORIGINES as readonly unknown[]).includes(origine)

/** Pictures taken on site: before the works, after them, of one reserve (the reserve's note names the file). */
export const isPhoto = (origine: unknown): boolean => String(origine).startsWith('photo')

/** What people took or added has a name that people give; what the app makes keeps the one that it was made with. */
export const isNamedByPeople = (origine: unknown): boolean => origine === 'document' || isPhoto(origine)

/** The name that a signed PV has wherever it is made. */
export const PV_NAME = {
  intervention_sign_pv: 'PV de réception.pdf',
  intervention_levee_reserves: 'PV de levée de réserves.pdf',
} as const
export type PvOrigine = keyof typeof PV_NAME
/** A PV that arrives when another one of the same works is signed already: kept as a document, under this name (PUSH-12). */
export const SECOND_PV_NAME = 'Second PV de réception.pdf'

/** Records that a file may belong to. */
export const FILE_OWNERS = ['projet', 'rdv', 'devis', 'intervention', 'soumission'] as const
export type FileOwner = (typeof FILE_OWNERS)[number]

/** Types that the drive accepts, recognised by the file's first bytes (decisions: drive). */
export const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/heic'] as const
export type FileType = (typeof FILE_TYPES)[number]

/** Bytes of one file. */
export const MAX_FILE_SIZE = 25 * 1024 * 1024

/**
 * A file of the drive. Written by the server when its bytes have arrived, never by a body; afterwards its name alone changes, where people gave it. IDFICHIER
 * is made by whoever uploads it.
 */
export const fichier = defineEntity({
  name: 'fichier',
  title: 'Fichier',
  plural: 'Fichiers',
  path: '/fichiers',
  table: 'fichier',
  key: 'IDFICHIER',
  fields: {
    IDFICHIER: key(),
    IDPROJET: required(ref('Projet', 'projet', { merge: 'server' })),
    RESSOURCE: required(choice('Ressource', FILE_OWNERS, { merge: 'server' })),
    IDENREGISTREMENT: required(text('Enregistrement', 64, { merge: 'server' })),
    NOM: required(text('Nom', 160)),
    TYPE_MIME: required(choice('Type', FILE_TYPES, { merge: 'server' })),
    TAILLE: required(integer('Taille', { minimum: 0, maximum: MAX_FILE_SIZE }, { merge: 'server' })),
    SHA256: required(text('Empreinte', 64, { merge: 'server' })),
    ORIGINE: required(choice('Origine', ORIGINES, { merge: 'server' })),
    IDPERSONNEL: ref('Ajouté par', 'personnel', { merge: 'server' }),
    DATE_CREATION: instant('Ajouté le'),
  },
  relations: { projet: { to: 'projet', by: 'IDPROJET' } },
  local: { collection: 'fichiers', indexes: ['IDPROJET', 'IDENREGISTREMENT'] },
  label: (f) => f.NOM,
})
