import Type, { type Static } from 'typebox'
import { sha256 } from '../../evidence/canonical.ts'
import type { Evidence } from '../../evidence/chain.ts'
import { textOrNull } from './cards.ts'

export const EvidenceView = Type.Object(
  {
    /** Place in the company's chain. */
    numero: Type.Integer(),
    type: Type.Enum(['signature', 'refusal', 'withdrawal']),
    date: Type.String(),
    signataire: textOrNull,
    telephone: textOrNull,
    /** SHA-256 of the document before and after the signature. */
    sha256_avant: Type.String(),
    sha256_apres: textOrNull,
    precedent: Type.String(),
    empreinte: Type.String(),
    /** The very texts that were hashed: SHA-256(enregistrement) = empreinte, SHA-256(document) = sha256_avant. */
    enregistrement: Type.String(),
    document: Type.String(),
  },
  { additionalProperties: false },
)
export type EvidenceView = Static<typeof EvidenceView>

export const EvidenceAnswer = Type.Object(
  { verifie: Type.Boolean(), preuves: Type.Array(EvidenceView) },
  { additionalProperties: false },
)

interface Said {
  at: string
  signataire?: string
  client: { telephone: string }
  document: { sha256_before: string; sha256_after?: string }
}

/** One record for people and for whoever verifies it by their own means. */
export function evidenceView(row: Evidence): EvidenceView {
  const said = JSON.parse(row.record) as Said
  return {
    numero: row.number,
    type: row.kind,
    date: said.at,
    signataire: said.signataire ?? null,
    telephone: said.client.telephone,
    sha256_avant: sha256(row.document),
    sha256_apres: said.document.sha256_after ?? null,
    precedent: row.previous_hash,
    empreinte: row.hash,
    enregistrement: row.record,
    document: row.document,
  }
}
