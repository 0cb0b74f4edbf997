import { quoteName } from '../../../schemas/entities/devis.ts'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import { isSuperseded } from '../../../schemas/rules/devis.ts'
import { quoteState } from '../../../schemas/rules/devis-state.ts'
import { formatMoney } from '../../ui/format/format.ts'

type Devis = ResourceRecord<'devis'>

/** A quote among those of its project: variants share their object, so its name and its state tell it apart. */
export const quoteOption = (
  devis: Devis,
  quotes: readonly Devis[],
): { value: string; label: string; hint: string } => ({
  value: devis.IDDEVIS,
  label: quoteName(devis),
  hint: [devis.OBJET, quoteState(devis, isSuperseded(devis, quotes)).label, formatMoney(devis.PRIX_TTC)]
    .filter(Boolean)
    .join(' · '),
})
