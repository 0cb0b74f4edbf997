import type { EvidenceView } from '../../../schemas/space/decisions.ts'
import { sha256 } from '../../evidence/canonical.ts'
import type { QuoteEvidence } from '../../evidence/chain.ts'

interface Said {
  at: string
  signataire?: string
  client: { telephone: string }
  document: { sha256_before: string; sha256_after?: string }
}

/** One record for people, and for those who verify it with their own tools. */
export function evidenceView(row: QuoteEvidence): EvidenceView {
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
