import type { Static } from 'typebox'
import * as Type from 'typebox'
import { textOrNull } from '../../../domain/online/answers.ts'

/** What the server answers about a company's services: never a secret. */
export const Sms = Type.Object({
  SMS_EXPEDITEUR: textOrNull,
  SMS_CLE: textOrNull,
  fournisseur: Type.Enum(['brevo', 'outbox']),
})
export type Sms = Static<typeof Sms>

export const Account = Type.Object({ fournisseur: Type.String(), app_id: textOrNull, updated_at: textOrNull })
export type Account = Static<typeof Account>
export const Accepted = Type.Object({ accepted: Type.Boolean() })

/** `key` only in the answer that makes it. */
export const LeadKey = Type.Object({
  key: textOrNull,
  created_at: textOrNull,
  received_at: textOrNull,
  tested_at: textOrNull,
})
export type LeadKey = Static<typeof LeadKey>
export const LeadTested = Type.Object({ essai: Type.Literal(true) })

export const TokenTested = Type.Object({ accepted: Type.Boolean(), reason: textOrNull, IDPERSONNEL: textOrNull })
export const PersonName = Type.Object({ NOM: Type.String(), PRENOM: textOrNull })

export const Queued = Type.Object({ message_id: Type.String() })
