import { UNKNOWN_NATURE } from '../../../schemas/entities/reference.ts'
import type { SpaceRdv } from '../../../schemas/space/rdvs.ts'

export const natureOf = (row: { LIBELLE: string; CODE: string | null } | undefined): SpaceRdv['nature'] =>
  row ? { LIBELLE: row.LIBELLE, CODE: row.CODE } : { LIBELLE: UNKNOWN_NATURE, CODE: null }
