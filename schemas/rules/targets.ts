import { monthsOf, type Period } from './periods.ts'

/** What the rules read of a target. */
export interface Target {
  id: string
  IDPERSONNEL: string
  /** `yyyy-MM` */
  MOIS: string
  /** Cents. */
  MONTANT: number | null
  VENTES: number | null
}

const keyOf = ({ IDPERSONNEL, MOIS }: Pick<Target, 'IDPERSONNEL' | 'MOIS'>): string => `${IDPERSONNEL} ${MOIS}`

/**
 * The target that counts of each person and month. There may be two where two directors set one without a network: the one that was made later, which its id
 * tells, on every device alike.
 */
export function targetsByMonth<T extends Target>(targets: readonly T[]): Map<string, T> {
  const found = new Map<string, T>()
  for (const target of targets) {
    const known = found.get(keyOf(target))
    if (!known || known.id < target.id) found.set(keyOf(target), target)
  }
  return found
}

/** The target of one person in one month. */
export const targetOf = <T extends Target>(
  found: ReadonlyMap<string, T>,
  person: string,
  month: string,
): T | undefined => found.get(keyOf({ IDPERSONNEL: person, MOIS: month }))

/** What a person is asked for in a period, and the months that it consists of. */
export interface PeriodTarget {
  /** Cents; null unless each month has an amount. */
  MONTANT: number | null
  /** Null unless each month has a number. */
  VENTES: number | null
}

/** Targets are monthly: a period that is not of whole months has none, and neither has one of which a month has none. */
export function periodTarget(
  found: ReadonlyMap<string, Target>,
  { person, period }: { person: string; period: Period },
): PeriodTarget {
  const months = monthsOf(period).map((month) => targetOf(found, person, month))
  const sum = (field: 'MONTANT' | 'VENTES'): number | null =>
    months.length === 0
      ? null
      : months.reduce<number | null>((total, one) => {
          const value = one?.[field] ?? null
          return total === null || value === null ? null : total + value
        }, 0)
  return { MONTANT: sum('MONTANT'), VENTES: sum('VENTES') }
}
