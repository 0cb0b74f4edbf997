import { useMemo } from 'react'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import { isDraft, isPending, isSuperseded } from '../../../schemas/rules/devis.ts'
import { useLiveLists } from '../../data/records/use-live.ts'
import { useRecords } from '../../data/records/use-records.ts'

type Devis = ResourceRecord<'devis'>

/** Ids of those of these quotes that one of the others supersedes. Only quotes of one project do: a company has thousands of both. */
export function supersededOf(devis: readonly Devis[], others: readonly Devis[]): ReadonlySet<string> {
  const byProject = new Map<string, Devis[]>()
  for (const one of others) {
    const known = byProject.get(one.IDPROJET)
    if (known) known.push(one)
    else byProject.set(one.IDPROJET, [one])
  }
  return new Set(
    devis.filter((one) => isSuperseded(one, byProject.get(one.IDPROJET) ?? [])).map(({ IDDEVIS }) => IDDEVIS),
  )
}

/** Ids of those of these quotes whose customer has signed another one of the project since they were sent, or another variant; undefined until that is read. */
export function useSuperseded(devis: readonly Devis[] | undefined): ReadonlySet<string> | undefined {
  const sent = devis
    ?.flatMap((one) => (isPending(one) && one.DATE_TRANSMISSION ? [one.DATE_TRANSMISSION] : []))
    .sort()[0]
  const signed = useLiveLists('devis', sent ? [{ selector: { CLE_SIGNATURE: { $gte: sent } } }] : [])
  // A variant is not sent any more once another one is signed, so only drafts may have been made before that signature without being sent.
  const drafts = devis?.filter(isDraft)
  const hasDrafts = drafts !== undefined && drafts.length > 0
  const variants = useLiveLists(
    'devis',
    hasDrafts ? [{ selector: { CLE_VARIANTES: { $gt: '' }, DEVIS_SIGNE: 1 } }] : [],
  )
  const firsts = useRecords(
    'devis',
    drafts?.flatMap(({ GROUPE_VARIANTES }) => GROUPE_VARIANTES ?? []),
  )
  return useMemo(() => {
    // The orders that were read for other quotes would leave out those that supersede these.
    if (devis === undefined || !signed.current || !variants.current || (hasDrafts && firsts === undefined))
      return undefined
    const known = [...(signed.lists ?? []), ...(variants.lists ?? []), ...(firsts ? [[...firsts.values()]] : [])]
    return supersededOf(devis, known.flat())
  }, [devis, signed.lists, signed.current, variants.lists, variants.current, hasDrafts, firsts])
}
