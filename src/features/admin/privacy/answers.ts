import type { Static } from 'typebox'
import * as Type from 'typebox'
import { instant, textOrNull } from '../online/answers.ts'

const count = Type.Union([Type.Integer(), Type.Null()])
const kind = Type.Enum(['client', 'personnel'])

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

export const ErasureRequest = Type.Object({
  id: Type.String(),
  kind,
  person_id: Type.String(),
  name: textOrNull,
  why: Type.Enum(['demande', 'duree']),
  asked_at: instant,
})
export type ErasureRequest = Static<typeof ErasureRequest>

export const Proposal = Type.Object({
  IDCLIENT: Type.String(),
  NOM: Type.String(),
  PRENOM: textOrNull,
  VILLE: textOrNull,
  kind: Type.Enum(['prospects', 'contrats']),
  last: instant,
  asked: Type.Boolean(),
})
export type Proposal = Static<typeof Proposal>

export const Erasure = Type.Object({
  id: Type.String(),
  kind,
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
})

export const Done = Type.Object({ id: Type.String() })
