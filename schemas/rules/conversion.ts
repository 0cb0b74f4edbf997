import type { Period } from './periods.ts'
import { UNSOLD } from './raf.ts'

interface VisitRdv {
  IDRDV: string
  IDPROJET: string | null
  RDV_DEBUT: string
  RDV_FIN: string
  IDNATURE_RDV: string | null
  IDPERSONNELS: readonly string[]
  SUPPRIME: 0 | 1
  DEBRIEF_CATEGORIE: number
}

export interface ConversionInput {
  projets: readonly { IDPROJET: string; TYPE_PROJET: number }[]
  rdvs: readonly VisitRdv[]
  devis: readonly { IDPROJET: string; DEVIS_SIGNE: 0 | 1; REFUSE: 0 | 1; DATE_TRANSMISSION: string | null }[]
  natures: readonly { id: string; CODE: string | null }[]
  /** The company's wall clock `yyyy-MM-dd HH:mm`; an end at that minute is past. */
  now: string
}

/** Projects of sale that were met, and what became of them by now. */
export interface Conversion {
  met: number
  quoted: number
  sold: number
}

/** The conversion of what one person met first on one day of the company. */
export interface ConversionDay extends Conversion {
  /** `yyyy-MM-dd`. */
  JOUR: string
  IDPERSONNEL: string
}

/** A project of sale with its first visit. */
export interface Visit {
  IDPROJET: string
  /** Day of the first visit. */
  JOUR: string
  /** Who went there. */
  IDPERSONNELS: readonly string[]
  /** A quote was given: transmitted, or signed. */
  quoted: boolean
  /** An order stands: signed, and neither withdrawn nor cancelled since. */
  sold: boolean
}

const SALE = 0
/** « Non entrée »: nobody was met. */
const NOT_ENTERED = 1

/**
 * Each project of sale that was met, with its first visit: the first appointment that is over, at which something is sold (neither a measure nor « Autre »), and
 * at which somebody was met. So a second visit, a variant or another version counts nothing more, and no rate is above 100 %.
 */
export function visitsOf({ projets, rdvs, devis, natures, now }: ConversionInput): Visit[] {
  const unsold = new Set(natures.filter(({ CODE }) => CODE !== null && UNSOLD.has(CODE)).map(({ id }) => id))
  const first = new Map<string, VisitRdv>()
  for (const rdv of rdvs) {
    if (rdv.IDPROJET === null || rdv.SUPPRIME === 1 || rdv.RDV_FIN > now) continue
    if (unsold.has(rdv.IDNATURE_RDV ?? '') || rdv.DEBRIEF_CATEGORIE === NOT_ENTERED) continue
    const known = first.get(rdv.IDPROJET)
    if (!known || isBefore(rdv, known)) first.set(rdv.IDPROJET, rdv)
  }
  const quoted = new Set<string>()
  const sold = new Set<string>()
  for (const { IDPROJET, DEVIS_SIGNE, REFUSE, DATE_TRANSMISSION } of devis) {
    if (DATE_TRANSMISSION !== null || DEVIS_SIGNE === 1) quoted.add(IDPROJET)
    if (DEVIS_SIGNE === 1 && REFUSE !== 1) sold.add(IDPROJET)
  }
  return projets.flatMap(({ IDPROJET, TYPE_PROJET }) => {
    const rdv = first.get(IDPROJET)
    if (!rdv || TYPE_PROJET !== SALE) return []
    const { RDV_DEBUT, IDPERSONNELS } = rdv
    return [
      { IDPROJET, JOUR: RDV_DEBUT.slice(0, 10), IDPERSONNELS, quoted: quoted.has(IDPROJET), sold: sold.has(IDPROJET) },
    ]
  })
}

const isBefore = (a: VisitRdv, b: VisitRdv): boolean =>
  a.RDV_DEBUT < b.RDV_DEBUT || (a.RDV_DEBUT === b.RDV_DEBUT && a.IDRDV < b.IDRDV)

/** Visits as figures by day, then person: the server computes the same in SQL, and a device needs no colleague's appointment. */
export function conversionDays(input: ConversionInput): ConversionDay[] {
  const days = new Map<string, ConversionDay>()
  for (const { JOUR, IDPERSONNELS, quoted, sold } of visitsOf(input)) {
    for (const IDPERSONNEL of IDPERSONNELS) {
      const key = `${JOUR} ${IDPERSONNEL}`
      const day = days.get(key) ?? { JOUR, IDPERSONNEL, ...nothing() }
      add(day, { met: 1, quoted: quoted ? 1 : 0, sold: sold ? 1 : 0 })
      days.set(key, day)
    }
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day)
}

/** The conversion of each person who met somebody first in the period. */
export function conversionOf(days: readonly ConversionDay[], { from, to }: Period): Map<string, Conversion> {
  const people = new Map<string, Conversion>()
  for (const { JOUR, IDPERSONNEL, ...figures } of days) {
    if (JOUR < from || JOUR > to) continue
    const known = people.get(IDPERSONNEL) ?? nothing()
    add(known, figures)
    people.set(IDPERSONNEL, known)
  }
  return people
}

/** The conversion of several people; a project that two of them met counts for each. */
export function conversionSum(parts: Iterable<Conversion>): Conversion {
  const sum = nothing()
  for (const part of parts) add(sum, part)
  return sum
}

/** Whole percent; null where there is nothing to divide by. */
export const rateOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 100)

const nothing = (): Conversion => ({ met: 0, quoted: 0, sold: 0 })

function add(into: Conversion, { met, quoted, sold }: Conversion): void {
  into.met += met
  into.quoted += quoted
  into.sold += sold
}
