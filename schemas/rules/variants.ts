/** What tells the variants of one choice apart from other quotes. */
export interface Grouped {
  IDDEVIS: string
  IDPROJET: string
  /** The first quote of the group; null for that quote itself, and for a quote without variants. */
  GROUPE_VARIANTES: string | null
}

/**
 * Names the group of a quote. The first quote of a group gives it its name, so a variant is made without a change of that quote: two phones never disagree
 * about it, and a signed quote stays as it is. Groups do not cross projects.
 */
export const groupOf = ({ IDDEVIS, IDPROJET, GROUPE_VARIANTES }: Grouped): string =>
  `${IDPROJET} ${GROUPE_VARIANTES ?? IDDEVIS}`

/** The quotes of one's own group, one itself included, in the order given. */
export const variantsOf = <D extends Grouped>(one: Grouped, quotes: readonly D[]): D[] => {
  const group = groupOf(one)
  return quotes.filter((other) => groupOf(other) === group)
}

/** In the order in which they were made: the first quote of a group first, those that the server has not dated yet last. */
export const inMaking = <D extends Grouped & { DATE_CREATION: string | null }>(quotes: readonly D[]): D[] => {
  const rank = ({ GROUPE_VARIANTES, DATE_CREATION, IDDEVIS }: D): string =>
    `${GROUPE_VARIANTES === null ? 0 : 1} ${DATE_CREATION ?? '9'} ${IDDEVIS}`
  return quotes.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
}

/** These quotes by group, groups and quotes in the order given. */
export function byGroup<D extends Grouped>(quotes: readonly D[]): D[][] {
  const groups = new Map<string, D[]>()
  for (const one of quotes) {
    const group = groupOf(one)
    const known = groups.get(group)
    if (known) known.push(one)
    else groups.set(group, [one])
  }
  return [...groups.values()]
}

/**
 * The quote that stands for its group in lists and figures: that of the highest amount. A group with a sent quote is not represented by a draft.
 * @param amountOf the amount that is shown: variants may have other VAT rates, so the dearest without tax need not be the dearest with it
 */
export function dearestOf<D extends Grouped & { NET_HT: number; DATE_TRANSMISSION: string | null }>(
  group: readonly D[],
  amountOf: (one: D) => number = ({ NET_HT }) => NET_HT,
): D | undefined {
  const sent = group.filter((one) => one.DATE_TRANSMISSION !== null)
  return (sent.length > 0 ? sent : group).toSorted(
    (a, b) => amountOf(b) - amountOf(a) || (a.IDDEVIS < b.IDDEVIS ? -1 : 1),
  )[0]
}

/** One quote of each group, `dearestOf` it: the customer will sign one of them at most. */
export const oneOfEachGroup = <D extends Grouped & { NET_HT: number; DATE_TRANSMISSION: string | null }>(
  quotes: readonly D[],
): D[] =>
  byGroup(quotes).flatMap((group) => {
    const one = dearestOf(group)
    return one ? [one] : []
  })

interface Answered {
  DEVIS_SIGNE: 0 | 1
  REFUSE: 0 | 1
}

/** Whether another variant of the quote's group is signed: then this one can be signed no more, drafts and variants sent later included. */
export const isVariantSigned = (one: Grouped, quotes: readonly (Grouped & Answered)[]): boolean =>
  variantsOf(one, quotes).some(
    (other) => other.IDDEVIS !== one.IDDEVIS && other.DEVIS_SIGNE === 1 && other.REFUSE !== 1,
  )

/** Names for variants, from the simplest on. */
export const VARIANT_NAMES = ['Éco', 'Confort', 'Premium'] as const
