import { isSuperseded, type QuoteState, type SignedState } from './devis.ts'
import type { Grouped } from './variants.ts'

type Ended = Pick<QuoteState, 'DEVIS_SIGNE' | 'REFUSE'>

const stands = ({ DEVIS_SIGNE, REFUSE }: Ended): boolean => DEVIS_SIGNE === 1 && REFUSE !== 1

interface Linkable extends Ended {
  IDDEVIS: string
  DATE_CREATION: string | null
}

const rankOf = ({ DEVIS_SIGNE, REFUSE }: Linkable): number => (REFUSE === 1 ? 2 : 1 - DEVIS_SIGNE)

/**
 * The quotes that works may be linked to: orders first, the newest first, those that were refused or have ended last; and the one that needs no choice: the
 * only order, else the only quote. Never one that has ended: its works are in nobody's list any more (`stopOf`).
 */
export function linkChoices<D extends Linkable>(quotes: readonly D[]): { ordered: D[]; only: D | undefined } {
  const ordered = quotes.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || (b.DATE_CREATION ?? '9').localeCompare(a.DATE_CREATION ?? '9'),
  )
  const [first, second] = ordered
  const isOnly = second === undefined || (first !== undefined && stands(first) && !stands(second))
  return { ordered, only: isOnly && first?.REFUSE !== 1 ? first : undefined }
}

type Choosable = QuoteState & Grouped & SignedState

/** A quote that works name, and what their customer has ordered instead. */
export interface OtherQuote<D> {
  /** Null: it was deleted, or this device does not have it yet. */
  named: D | null
  orders: D[]
}

/**
 * Whether works name a quote that their customer did not choose: it was refused or deleted, or asks for nothing any more, while the project has an order.
 * Null where they name none, an order, or a quote that may still be signed, as an addition is.
 * @param quotes all of the project
 */
export function otherQuoteOf<D extends Choosable>(
  { IDDEVIS }: { IDDEVIS: string | null },
  quotes: readonly D[],
): OtherQuote<D> | null {
  const orders = quotes.filter(stands)
  if (IDDEVIS === null || orders.length === 0) return null
  const named = quotes.find((quote) => quote.IDDEVIS === IDDEVIS) ?? null
  // Of an order that has ended nobody works any more.
  if (named?.DEVIS_SIGNE === 1) return null
  return named === null || named.REFUSE === 1 || isSuperseded(named, quotes) ? { named, orders } : null
}
