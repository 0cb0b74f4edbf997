import { useMemo } from 'react'
import type { ReferenceList } from '../../../schemas/entities/reference.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { inOrder } from './list-order.ts'
import { type Early, useLiveList } from './use-live.ts'

const EMPTY: LocalRecord<'reference'>[] = []

/** One small list (natures, agencies, motives …) in the order that the company gave it, archived entries too: for names. Choices take `useOffered`. */
export function useReferences(list: ReferenceList, early: Early = {}): LocalRecord<'reference'>[] {
  const rows = useLiveList('reference', { selector: { LISTE: list } }, early)
  return useMemo(() => (rows ? inOrder(rows) : EMPTY), [rows])
}
