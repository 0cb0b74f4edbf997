import { useMemo } from 'react'
import { inMaking, variantsOf } from '../../../schemas/rules/variants.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { variantesText } from '../../text/variantes.ts'

type Devis = LocalRecord<'devis'>

/** The quotes of a quote's project, and its variants in the order in which they were made, itself included; undefined until they are read. */
export function useVariants(devis: Devis | null | undefined): { all: Devis[]; variants: Devis[] } | undefined {
  const all = useLiveList('devis', devis ? { selector: { IDPROJET: devis.IDPROJET } } : null)
  return useMemo(() => {
    if (!all || !devis) return undefined
    return { all, variants: inMaking(variantsOf(devis, all)) }
  }, [all, devis])
}

/** The name of a variant; its place among them where nobody gave one. @param at from 0 */
export const variantName = ({ VARIANTE }: { VARIANTE: string | null }, at: number): string =>
  VARIANTE?.trim() || variantesText.unnamed(at + 1)
