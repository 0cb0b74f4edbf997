import { useMemo } from 'react'
import type { ReferenceList } from '../../../schemas/entities/reference.ts'
import { offered } from '../../../schemas/rules/lists.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { inOrder } from './list-order.ts'
import { useLiveList } from './use-live.ts'

/**
 * What a choice in a small list proposes, in the order that the company gave it: no archived entry but those that the record holds; undefined until it is
 * read, so that a form does not call a list empty too early. For names of what a record holds, `useReferences` has archived entries too.
 */
export function useOffered(list: ReferenceList, held: readonly string[] = []): LocalRecord<'reference'>[] | undefined {
  const rows = useLiveList('reference', { selector: { LISTE: list } })
  const ids = held.join(' ')
  return useMemo(() => rows && offered(inOrder(rows), ids.split(' ')), [rows, ids])
}
