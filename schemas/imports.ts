import type { Static } from 'typebox'
import * as Type from 'typebox'
import { object, optional } from './objects.ts'

/** What one line of an imported file may give. Several columns may give a `joined` one: their texts are joined by it. */
interface ImportTarget {
  label: string
  of: 'client' | 'adresse' | 'projet' | 'chantier'
  joined?: string
}

export const IMPORT_TARGETS = {
  CIVILITE: { label: 'Civilité', of: 'client' },
  NOM: { label: 'Nom', of: 'client' },
  PRENOM: { label: 'Prénom', of: 'client' },
  PORTABLE: { label: 'Téléphone portable', of: 'client' },
  TELEPHONE: { label: 'Téléphone fixe', of: 'client' },
  MAIL: { label: 'Adresse email', of: 'client' },
  ADRESSE: { label: 'Adresse (rue)', of: 'adresse', joined: ', ' },
  CODE_POSTAL: { label: 'Code postal', of: 'adresse' },
  VILLE: { label: 'Ville', of: 'adresse' },
  LATITUDE: { label: 'Latitude', of: 'adresse' },
  LONGITUDE: { label: 'Longitude', of: 'adresse' },
  ORIGINE: { label: 'Origine', of: 'client' },
  AGENCE: { label: 'Agence', of: 'client' },
  COMMERCIAL: { label: 'Commercial', of: 'client' },
  OBSERVATIONS: { label: 'Observations', of: 'client', joined: '\n' },
  CLIENT_DEPUIS: { label: 'Client depuis le', of: 'client' },
  PROJET: { label: 'Projet : description', of: 'projet', joined: '\n' },
  PROJET_RESPONSABLE: { label: 'Projet : responsable', of: 'projet' },
  PROJET_DATE: { label: 'Projet : créé le', of: 'projet' },
  PROJET_RELANCE: { label: 'Projet : relance le', of: 'projet' },
  CHANTIER_ADRESSE: { label: 'Chantier : adresse (rue)', of: 'chantier', joined: ', ' },
  CHANTIER_CODE_POSTAL: { label: 'Chantier : code postal', of: 'chantier' },
  CHANTIER_VILLE: { label: 'Chantier : ville', of: 'chantier' },
} as const satisfies Record<string, ImportTarget>

export type ImportTargetName = keyof typeof IMPORT_TARGETS
export const IMPORT_TARGET_NAMES = Object.keys(IMPORT_TARGETS) as ImportTargetName[]
export const importTarget = (name: ImportTargetName): ImportTarget => IMPORT_TARGETS[name]
/** Whether several columns may give it. */
export const isJoined = (name: ImportTargetName): boolean => importTarget(name).joined !== undefined

/** Bytes of a file that is imported. */
export const MAX_IMPORT_BYTES = 30 * 1024 * 1024
export const MAX_IMPORT_ROWS = 100_000
export const MAX_IMPORT_COLUMNS = 200

/**
 *     lecture ─▶ lu ─▶ essai ─▶ pret ─▶ import ─▶ fini ─▶ retrait ─▶ retire
 *                      (dry run)  │ ▲      │                  ▲
 *                  other columns ─┘ │      └─ interrompu ─────┘  (a step that failed several times: it goes on, or is undone)
 */
export const IMPORT_STATES = [
  'lecture',
  'lu',
  'essai',
  'pret',
  'import',
  'fini',
  'retrait',
  'retire',
  'interrompu',
] as const
export type ImportState = (typeof IMPORT_STATES)[number]
/** States in which the server works by itself. */
export const WORKING_STATES = ['essai', 'import', 'retrait'] as const satisfies readonly ImportState[]
/** States in which nothing has been written yet: any director goes on with the file. */
const FIRST_STATES = ['lecture', 'lu', 'essai', 'pret'] as const satisfies readonly ImportState[]
export const hasBegun = (state: ImportState): boolean => !(FIRST_STATES as readonly string[]).includes(state)
export const isWorking = (state: ImportState): boolean => (WORKING_STATES as readonly string[]).includes(state)

/**
 * What becomes (or became) of a line: `cree` a new client, with its address and project · `rattache` the client is known, the project is new ·
 * `doublon` nothing is new · `erreur` refused · after an undo `retire` everything went, `garde` something was changed or used since.
 */
export const FATES = ['cree', 'rattache', 'doublon', 'erreur', 'retire', 'garde'] as const
export type Fate = (typeof FATES)[number]

const textOrNull = Type.Union([Type.String(), Type.Null()])
const count = Type.Integer({ minimum: 0 })

/** One target for each column of the file, in order; null: the column is not imported. */
export const ImportColumns = Type.Array(Type.Union([Type.Enum(IMPORT_TARGET_NAMES), Type.Null()]), {
  maxItems: MAX_IMPORT_COLUMNS,
})

const RowError = object({
  /** The target's name; `_` where no single one is to blame. */
  champ: Type.String(),
  /** The heading of the column in the file. */
  colonne: textOrNull,
  message: Type.String(),
})
export type RowError = Static<typeof RowError>

const RowKept = object({
  resource: Type.Enum(['client', 'adresse', 'projet']),
  id: Type.String(),
  nom: Type.String(),
  why: Type.Enum(['modifie', 'utilise']),
})
export type RowKept = Static<typeof RowKept>

const Repeated = object({
  IDCLIENT: textOrNull,
  ligne: Type.Union([count, Type.Null()]),
  nom: Type.String(),
})

/** What is known of a line besides its fate. */
export interface KnownDetails {
  erreurs: RowError[]
  corrections: string[]
  doublon: Static<typeof Repeated> | null
  garde: RowKept[]
}

/** One line of the file. */
export const ImportRow = object({
  /** As the spreadsheet counts: 1 is the first line of the file. */
  ligne: count,
  cellules: Type.Array(Type.String()),
  sort: Type.Union([Type.Enum([...FATES]), Type.Null()]),
  erreurs: Type.Array(RowError),
  /** What was corrected by itself: « Code postal : 1000 lu 01000 ». */
  corrections: Type.Array(Type.String()),
  /** The client that the line repeats: one of the company, or of an earlier line. */
  doublon: Type.Union([Repeated, Type.Null()]),
  garde: Type.Array(RowKept),
  IDCLIENT: textOrNull,
})
export type ImportRow = Static<typeof ImportRow>

export const Import = object({
  id: Type.String(),
  nom: Type.String(),
  etat: Type.Enum([...IMPORT_STATES]),
  cree_le: Type.String({ format: 'lolapp-instant' }),
  /** Who brought the file; null when their account is gone. */
  par: textOrNull,
  format: Type.Enum(['csv', 'xlsx']),
  /** Of a text file: « UTF-8 », « ; ». */
  encodage: textOrNull,
  separateur: textOrNull,
  feuilles: Type.Array(Type.String()),
  feuille: textOrNull,
  /** Line of the headings. */
  entete: count,
  titres: Type.Array(Type.String()),
  colonnes: ImportColumns,
  /** Lines of the file below its headings. */
  lignes: count,
  /** Lines that the present step is done with. */
  faites: count,
  /** Lines by their fate. */
  sorts: object(Object.fromEntries(FATES.map((fate) => [fate, optional(count)]))),
  fini_le: Type.Union([Type.String({ format: 'lolapp-instant' }), Type.Null()]),
})
export type Import = Omit<Static<typeof Import>, 'sorts'> & { sorts: Partial<Record<Fate, number>> }

/** What whoever launches an import saw of it; what is left out (by an older app) is not compared. */
export const ImportSeen = object(
  {
    colonnes: optional(ImportColumns),
    feuille: optional(Type.Union([Type.String({ maxLength: 255 }), Type.Null()])),
    sorts: optional(Import.properties.sorts),
  },
  { additionalProperties: false },
)
export type ImportSeen = Partial<Pick<Import, 'colonnes' | 'feuille' | 'sorts'>>

/** An import and its first lines, to choose the columns by: none once it has begun. */
export const ImportDetail = object({
  ...Import.properties,
  exemples: Type.Array(Type.Array(Type.String())),
  /** False: it made projects that this director does not see, so its lines and its undo are another director's. */
  visible: optional(Type.Boolean()),
})
export type ImportDetail = Import & { exemples: string[][]; visible?: boolean }

/** A workbook of articles as a table: its headings, then each line that holds something, with its number in the sheet. */
export const ArticleTable = object({
  feuille: Type.Union([Type.String(), Type.Null()]),
  lignes: Type.Array(object({ numero: Type.Integer(), cellules: Type.Array(Type.String()) })),
})
export type ArticleTable = Static<typeof ArticleTable>
