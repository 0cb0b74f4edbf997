import type { Static } from 'typebox'
import * as Type from 'typebox'
import { addMonths, today } from './dates.ts'
import { object } from './objects.ts'

const instant = Type.String({ format: 'lolapp-instant' })
const textOrNull = Type.Union([Type.String(), Type.Null()])

export const PersonKind = Type.Enum(['client', 'personnel'])
export type PersonKind = Static<typeof PersonKind>

/** `demande` the person asked for it · `duree` the company, because the period of retention is over. */
export const ErasureMotive = Type.Enum(['demande', 'duree'])
export type ErasureMotive = Static<typeof ErasureMotive>

/** A customer whose period of retention is over: the company decides. */
export const ErasureProposal = object({
  IDCLIENT: Type.String(),
  NOM: Type.String(),
  PRENOM: textOrNull,
  VILLE: textOrNull,
  /** Which period: `prospects` without any contract, `contrats` with one. */
  kind: Type.Enum(['prospects', 'contrats']),
  /** The latest known contact. */
  last: instant,
  /** Whether the company has asked for the erasure already. */
  asked: Type.Boolean(),
})
export type ErasureProposal = Static<typeof ErasureProposal>

/** As a request names a customer. */
export const fullName = ({ NOM, PRENOM }: Pick<ErasureProposal, 'NOM' | 'PRENOM'>): string =>
  [PRENOM, NOM].filter(Boolean).join(' ')

/** An erasure that a director has asked for and no administrator has decided. */
export const ErasureRequest = object({
  id: Type.String(),
  kind: PersonKind,
  person_id: Type.String(),
  /** The name in the record today; null once the record is gone. */
  name: textOrNull,
  why: ErasureMotive,
  asked_by: Type.String(),
  asked_at: instant,
})
export type ErasureRequest = Static<typeof ErasureRequest>

/**
 * The last day (`yyyy-MM-dd`) on which whoever asked may be answered: a month after the request (RGPD, art. 12 § 3), which is the same day of the next
 * month, or its last one where it is shorter (règlement 1182/71, art. 3 § 2 c). Null without such a request: nobody waits for an answer.
 */
export const answerDue = ({ why, asked_at }: Pick<ErasureRequest, 'why' | 'asked_at'>, zone: string): string | null =>
  why === 'demande' ? addMonths(today(zone, new Date(asked_at)), 1) : null
