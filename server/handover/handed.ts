import type { Handed } from '../../schemas/handover.ts'
import type { Values } from '../../schemas/merge.ts'

interface Move {
  from: string
  to: string
  /** Wall clock of the company: what has ended stays with whoever did it. */
  now: string
}

const OWNER: Partial<Record<Handed, string>> = {
  client: 'IDPERSONNEL',
  projet: 'IDRESPONSABLEPROJET',
  devis: 'IDRESPONSABLEPROJET',
}

interface Entry {
  id: string
  IDPERSONNEL: string
  FIN: string
}

/** The change that moves a record from one person to another; null when it is not the person's, or has ended. Pure. */
export function handed(resource: Handed, record: Values, { from, to, now }: Move): Values | null {
  const owner = OWNER[resource]
  if (owner !== undefined) return record[owner] === from ? { [owner]: to } : null
  if (resource === 'rdv') {
    const people = record.IDPERSONNELS as string[]
    if (!people.includes(from) || record.SUPPRIME === 1 || String(record.RDV_FIN) <= now) return null
    return { IDPERSONNELS: [...new Set(people.map((id) => (id === from ? to : id)))] }
  }
  const entries = record.IDINTERVENTION_PLANNING as Entry[]
  const isMoved = ({ IDPERSONNEL, FIN }: Entry): boolean => IDPERSONNEL === from && FIN > now
  if (!entries.some(isMoved)) return null
  return { IDINTERVENTION_PLANNING: entries.map((one) => (isMoved(one) ? { ...one, IDPERSONNEL: to } : one)) }
}
