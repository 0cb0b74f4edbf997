import Type, { type TObject, type TProperties } from 'typebox'
import { REFERENCE_LISTS, type ReferenceList, reference } from '../../schemas/entities/reference.ts'
import type { Values } from '../../schemas/merge.ts'
import { entityOf } from '../../schemas/resources.ts'

const pick = (row: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]))

/** The contract's own names of each list: its key, its label, and the fields that it uses (ENT-06). */
const SHAPES: Record<ReferenceList, { key: string; label?: string; fields: readonly string[] }> = {
  NATURE_RDV: { key: 'IDNATURE_RDV', fields: ['CODE', 'CODECOULEUR', 'DUREE'] },
  CIVILITE: { key: 'IDCIVILITE', fields: ['CODE', 'TYPE'] },
  ORIGINE: { key: 'IDORIGINE', fields: ['CODE'] },
  TVA: { key: 'IDTVA', fields: ['CODE', 'TAUX'] },
  AGENCES: { key: 'IDAGENCES', label: 'NOM_AGENCE', fields: ['ADRESSE', 'CODE_POSTAL', 'VILLE', 'TELEPHONE'] },
  TYPE_ANNULATION: { key: 'IDTYPE_ANNULATION', fields: ['CODE'] },
  TYPE_INTERVENTION: { key: 'IDTYPE_INTERVENTION', fields: ['CODE', 'CODECOULEUR'] },
  RDV_DEBRIEF: { key: 'IDRDV_DEBRIEF', fields: ['TYPE_MOTIF'] },
  ORIGINE_CAMPAGNE: { key: 'IDORIGINE_CAMPAGNE', fields: ['CODE'] },
  LABEL: { key: 'IDLABEL', fields: ['CODECOULEUR'] },
}

/** What `presentReference` gives, by list. */
export const REFERENCE_SCHEMAS = Object.fromEntries(
  REFERENCE_LISTS.map((list) => {
    const { key, label = 'LIBELLE', fields } = SHAPES[list]
    const properties: TProperties = { [key]: reference.fields.id.schema, [label]: reference.fields.LIBELLE.schema }
    for (const name of fields) {
      properties[name] = Type.Union([entityOf('reference').fields[name]?.schema ?? Type.Never(), Type.Null()])
    }
    return [list, Type.Object(properties, { additionalProperties: false })]
  }),
) as Record<ReferenceList, TObject>

/** One reference row under its list's contract names. */
export function presentReference(row: Values): Values {
  const { key, label = 'LIBELLE', fields } = SHAPES[row.LISTE as ReferenceList]
  return { [key]: row.id, [label]: row.LIBELLE, ...pick(row, fields) }
}

/** All lists by name; a list without rows is an empty one. */
export function groupReferences(rows: readonly Values[]): Record<ReferenceList, Values[]> {
  const lists = Object.fromEntries(REFERENCE_LISTS.map((list) => [list, [] as Values[]])) as Record<
    ReferenceList,
    Values[]
  >
  for (const row of rows) lists[row.LISTE as ReferenceList].push(presentReference(row))
  return lists
}
