import type { QuoteSummary, QuoteVariant, QuoteView } from '../../../schemas/space/devis.ts'
import { answerOf } from './devis-state.ts'

/** The variants of a quote; none where it is alone, and from a server that does not know them. */
export const variantsOf = ({ variantes }: Pick<QuoteView, 'variantes'>): readonly QuoteVariant[] =>
  variantes && variantes.length > 1 ? variantes : []

/** Quotes by their group of variants, in the order given. */
export function bySpaceGroup<Q extends QuoteSummary>(quotes: readonly Q[]): Q[][] {
  const groups = new Map<string, Q[]>()
  for (const quote of quotes) {
    const group = `${quote.IDPROJET} ${quote.groupe ?? quote.IDDEVIS}`
    groups.set(group, [...(groups.get(group) ?? []), quote])
  }
  return [...groups.values()]
}

/** Whether the customer still has to choose among these. */
export const isToChoose = (variants: readonly QuoteSummary[]): boolean =>
  variants.length > 1 && variants.some((one) => answerOf(one) === 'attente')
