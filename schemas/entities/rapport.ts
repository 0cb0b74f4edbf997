import * as Type from 'typebox'
import { defineEntity } from '../entity.ts'
import { flag, integer, json, key, refs, required, words } from '../fields.ts'
import { object, optional } from '../objects.ts'

const id = Type.String({ maxLength: 64, minLength: 1 })
/** The greatest number of questions of a form. */
export const MAX_CHAMPS = 60
export const MAX_OPTIONS = 30
export const MAX_OPTION = 120
export const MAX_LIBELLE = 200
const MAX_TITRE = 120

/** Kinds of questions that every version of the app knows. */
const TYPES_CHAMP = ['texte', 'texte_long', 'nombre', 'choix', 'case', 'date'] as const
/** Kinds that came with the builder (version 3 of the records' shape). */
export const TYPES_PLUS = ['choix_multiple', 'photo', 'signature'] as const

/** The question is asked when the answer of an earlier one is this: a box ticked or not, an option chosen. */
const condition = object(
  { CHAMP: id, VALEUR: Type.Union([Type.Boolean(), Type.String({ maxLength: MAX_OPTION, minLength: 1 })]) },
  { additionalProperties: false },
)

/**
 * What an app of before version 3 does not know of a question: it asks the question by the other fields, which are chosen so that it can (a text
 * that is not required). `REQUIS` here is the real one.
 */
const plus = object(
  {
    TYPE: optional(Type.Enum([...TYPES_PLUS])),
    REQUIS: Type.Boolean(),
    SI: optional(condition),
  },
  { additionalProperties: false },
)

const champ = object(
  {
    id,
    LIBELLE: Type.String({ maxLength: MAX_LIBELLE, minLength: 1 }),
    TYPE: Type.Enum([...TYPES_CHAMP]),
    OPTIONS: optional(Type.Array(Type.String({ maxLength: MAX_OPTION }), { maxItems: MAX_OPTIONS })),
    REQUIS: Type.Boolean(),
    PLUS: optional(plus),
  },
  { additionalProperties: false },
)
const champs = Type.Array(champ, { maxItems: MAX_CHAMPS })

/** A form as it was when a report was filled: the report keeps it (SET-04). */
export const formulaire = object(
  {
    TITRE: Type.String({ maxLength: MAX_TITRE, minLength: 1 }),
    REVISION: Type.Integer({ minimum: 0, maximum: 1e9 }),
    CHAMPS: champs,
  },
  { additionalProperties: false },
)

/** Tells report forms apart from the reference lists, whose local collection they share. */
export const REPORT_LIST = 'RAPPORT'

/** Definition of a report form, for the natures of appointment that it lists (none: for any). Written by directors. */
export const rapport = defineEntity({
  name: 'rapport',
  title: 'Rapport',
  plural: 'Rapports',
  path: '/report',
  table: 'rapport',
  key: 'id',
  fields: {
    id: key(),
    TITRE: words('Titre', MAX_TITRE),
    NATURES: refs('Natures', 'liste:NATURE_RDV'),
    /** Their order is the form's, and a set would not keep it: the whole list of the greater stamp wins, and the other list is kept as a conflict. */
    CHAMPS: required(json('Champs', champs), []),
    ACTIF: { ...flag('Actif'), initial: 1 },
    /** Grows each time that the questions are saved. With it a server of before version 3, which does not know PLUS, leaves the edit in the outbox (VER-5). */
    REVISION: required(integer('Version', { minimum: 0 }), 0),
  },
  /** In the collection of the reference lists: a RxDB realm has thirteen collections at most. */
  local: {
    collection: 'references',
    indexes: ['LISTE'],
    derived: { maxLength: { LISTE: 40 }, of: () => ({ LISTE: REPORT_LIST }) },
  },
  label: (r) => r.TITRE,
})
