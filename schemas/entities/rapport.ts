import * as Type from 'typebox'
import { defineEntity } from '../entity.ts'
import { flag, json, key, refs, required, words } from '../fields.ts'

const champ = Type.Object(
  {
    id: Type.String({ maxLength: 64, minLength: 1 }),
    LIBELLE: Type.String({ maxLength: 200, minLength: 1 }),
    TYPE: Type.Enum(['texte', 'texte_long', 'nombre', 'choix', 'case', 'date']),
    OPTIONS: Type.Optional(Type.Array(Type.String({ maxLength: 120 }), { maxItems: 30 })),
    REQUIS: Type.Boolean(),
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
    TITRE: words('Titre', 120),
    NATURES: refs('Natures', 'liste:NATURE_RDV'),
    /** Their order is the form's, and a set would not keep it: the whole list of the greater stamp wins, and the other list is kept as a conflict. */
    CHAMPS: required(json('Champs', Type.Array(champ, { maxItems: 60 })), []),
    ACTIF: { ...flag('Actif'), initial: 1 },
  },
  /** In the collection of the reference lists: a RxDB realm has thirteen collections at most. */
  local: {
    collection: 'references',
    indexes: ['LISTE'],
    derived: { maxLength: { LISTE: 40 }, of: () => ({ LISTE: REPORT_LIST }) },
  },
  label: (r) => r.TITRE,
})
