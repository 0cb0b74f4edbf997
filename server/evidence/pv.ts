import { PV_NAME, type PvOrigine } from '../../schemas/entities/fichier.ts'
import type { Values } from '../../schemas/merge.ts'
import type { Tx } from '../plugins/database/database.ts'
import { canonicalJson, type Json } from './canonical.ts'
import { appendEvidence, type Evidence } from './chain.ts'
import type { EvidenceKeys } from './keys.ts'

const FORMAT = 'lolapp-pv-1'

const isPv = (origine: unknown): origine is PvOrigine => Object.hasOwn(PV_NAME, String(origine))

/** What a PV's row says about the signed file, its SHA-256 included; it never changes (I13). */
const FILE_SAYS = [
  'IDFICHIER',
  'IDPROJET',
  'RESSOURCE',
  'IDENREGISTREMENT',
  'NOM',
  'TYPE_MIME',
  'TAILLE',
  'SHA256',
  'ORIGINE',
  'IDPERSONNEL',
] as const

/** A PV's file as canonical JSON: what its evidence seals. */
export const pvDocument = (record: Values): string =>
  canonicalJson({
    format: FORMAT,
    fichier: Object.fromEntries(FILE_SAYS.map((name) => [name, (record[name] ?? null) as Json])),
  })

interface SealedFile {
  /** A row of `fichier`. */
  record: Values
  at: Date
  /** The PV is older than the sealing of PVs: the evidence records it as it was found, not as it was signed. */
  found?: true
}

/** Adds a signed PV to the chain; null for any other file. Call it where `appendEvidence` may be called. */
export async function sealPv(tx: Tx, keys: EvidenceKeys, { record, at, found }: SealedFile): Promise<Evidence | null> {
  const { ORIGINE, IDFICHIER, IDENREGISTREMENT, IDPERSONNEL, SHA256 } = record
  if (!isPv(ORIGINE)) return null
  return appendEvidence(tx, keys, {
    kind: ORIGINE === 'intervention_sign_pv' ? 'pv' : 'levee',
    fichierId: IDFICHIER as string,
    document: pvDocument(record),
    at: at.toISOString(),
    facts: {
      format: 'lolapp-preuve-1',
      intervention: IDENREGISTREMENT as string,
      personnel: IDPERSONNEL as string | null,
      sha256_fichier: SHA256 as string,
      repris: found,
    },
  })
}
