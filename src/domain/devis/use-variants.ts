import { useMemo } from 'react'
import { inMaking, variantsOf } from '../../../schemas/rules/variants.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'

type Devis = LocalRecord<'devis'>

/** The quotes of a quote's project, and its variants in the order in which they were made, itself included; undefined until they are read. */
export function useVariants(devis: Devis | null | undefined): { all: Devis[]; variants: Devis[] } | undefined {
  const all = useLiveList('devis', devis ? { selector: { IDPROJET: devis.IDPROJET } } : null)
  return useMemo(() => {
    if (!all || !devis) return undefined
    return { all, variants: inMaking(variantsOf(devis, all)) }
  }, [all, devis])
}
