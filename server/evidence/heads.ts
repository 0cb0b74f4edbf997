import { canonicalJson, type Json } from './canonical.ts'
import type { EvidenceKeys } from './keys.ts'

/** The end of a company's chain at a moment, as it is reported outside of the database. */
export interface Head {
  /** ISO 8601 UTC. */
  at: string
  /** Id of the company, and its key as people know it. */
  company: string
  entreprise: string
  numero: number
  empreinte: string
}

/** The operator says that the database was restored: chains may be shorter than they were. */
interface Restored {
  at: string
  evenement: 'restauration'
}

export type HeadLine = Head | Restored

type Sealed = HeadLine & { cle: string; mac: string }

/** One line to store outside, with a keyed digest: nobody else can say where a chain ended, or that the database was restored. */
export function sealedLine(keys: EvidenceKeys, said: HeadLine): string {
  const text = canonicalJson({ ...said, cle: keys.current } as unknown as Json)
  return canonicalJson({ ...said, cle: keys.current, mac: keys.seal('tete', text) } as unknown as Json)
}

/** Reads such lines; `forged` are the line numbers, from 1, of those that none of our keys sealed. */
export function readHeadLines(keys: EvidenceKeys, text: string): { lines: HeadLine[]; forged: number[] } {
  const lines: HeadLine[] = []
  const forged: number[] = []
  for (const [at, one] of text.split('\n').entries()) {
    if (one.trim() === '') continue
    const said = openLine(keys, one)
    if (said) lines.push(said)
    else forged.push(at + 1)
  }
  return { lines, forged }
}

function openLine(keys: EvidenceKeys, text: string): HeadLine | null {
  try {
    const { mac, ...said } = JSON.parse(text) as Sealed
    return keys.holds('tete', canonicalJson(said as unknown as Json), { cle: said.cle, mac }) ? said : null
  } catch {
    return null
  }
}

/** What a company's chain must still hold: its heads in order, the last one last. */
export interface Expected {
  heads: Head[]
  /** The database was restored since: the chain may end before them. */
  shorter: boolean
}

/** Pure. The first head after a restore tells where the chain ended then: records beyond it were lost with the database, and their numbers were given again. */
export function expectedOf(lines: readonly HeadLine[], company: string): Expected {
  let heads: Head[] = []
  let shorter = false
  for (const line of lines) {
    if ('evenement' in line) shorter = true
    else if (line.company === company) {
      if (shorter) heads = heads.filter((head) => head.numero <= line.numero)
      heads.push(line)
      shorter = false
    }
  }
  return { heads: heads.sort((a, b) => a.numero - b.numero), shorter }
}

/** Companies that any head names, and that a database must therefore still have. */
export const companiesOf = (lines: readonly HeadLine[]): Map<string, string> =>
  new Map(lines.flatMap((line) => ('evenement' in line ? [] : [[line.company, line.entreprise]])))
