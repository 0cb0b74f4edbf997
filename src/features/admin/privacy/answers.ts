import type { Static } from 'typebox'
import * as Type from 'typebox'
import { PersonKind } from '../../../../schemas/privacy.ts'
import { instant, textOrNull } from '../../../domain/online/answers.ts'

const count = Type.Union([Type.Integer(), Type.Null()])

export const RetentionLine = Type.Object({
  kind: Type.String(),
  title: Type.String(),
  days: count,
  from: Type.String(),
  action: Type.Enum(['supprime', 'vide', 'propose', 'garde']),
  why: Type.String(),
  source: Type.String(),
  sure: Type.String(),
  ran_at: textOrNull,
  removed: count,
  total: count,
})
export type RetentionLine = Static<typeof RetentionLine>

export const Client = Type.Object({
  IDCLIENT: Type.String(),
  NOM: Type.String(),
  PRENOM: textOrNull,
  VILLE: textOrNull,
})
export type Client = Static<typeof Client>

export const LeftStaff = Type.Object({ IDPERSONNEL: Type.String(), NOM: Type.String(), NOM_COMPLET: textOrNull })
export type LeftStaff = Static<typeof LeftStaff>

export const Erasure = Type.Object({
  id: Type.String(),
  kind: PersonKind,
  at: instant,
  erased: Type.Integer(),
  kept: Type.Integer(),
  keep_until: textOrNull,
})
export type Erasure = Static<typeof Erasure>

export const Preview = Type.Object({
  name: Type.String(),
  erased: Type.Integer(),
  kept: Type.Integer(),
  keepUntil: textOrNull,
  works: Type.Boolean(),
  held: textOrNull,
})

export const Done = Type.Object({ id: Type.String() })
