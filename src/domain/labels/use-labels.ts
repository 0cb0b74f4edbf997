import { useMemo } from 'react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useReferences } from '../../data/records/use-references.ts'

/** Labels of the company by id, in its order, archived ones too: they stay readable where they were set. */
export type Labels = ReadonlyMap<string, LocalRecord<'reference'>>

export function useLabels(): Labels {
  const entries = useReferences('LABEL')
  return useMemo(() => new Map(entries.map((entry) => [entry.id, entry])), [entries])
}

/** The labels that a record holds, in the company's order; one that this device does not have is left out. */
export const labelsOf = (held: readonly string[], labels: Labels): LocalRecord<'reference'>[] =>
  held.length === 0 ? [] : [...labels.values()].filter(({ id }) => held.includes(id))
