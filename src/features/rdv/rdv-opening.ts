import type { Snapshot } from '../../../sync/outbox/snapshot.ts'
import type { RdvCache } from '../../domain/rdv/rdv-cache.ts'
import type { FormValues } from '../../forms/payload.ts'

export interface Opening {
  /** Id of the record that the form edits; undefined for a creation. */
  id: string | undefined
  cache: RdvCache | null
  query: Record<string, string>
  /** The default values of a creation. */
  defaults: FormValues
}

const withoutNull = (values: object): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))

/** The first values of a creation: defaults, then the cached appointment (CAL-05), then the address. */
export function createValues({ cache, query, defaults }: Opening): FormValues {
  const { participants, ...rest } = query
  return {
    ...defaults,
    ...(cache && cache.current === null ? withoutNull(cache.values) : {}),
    ...rest,
    ...(participants ? { IDPERSONNELS: participants.split(',') } : {}),
  }
}

/** The first values of an edit over its record: the copy that rescheduling made, if it is of this very appointment. */
export const rescheduledValues = ({ id, cache }: Opening): FormValues | undefined =>
  id !== undefined && cache?.current === id ? withoutNull(cache.values) : undefined

/** The snapshot of those values. */
export const rescheduledFrom = ({ id, cache }: Opening): Snapshot | undefined =>
  id !== undefined && cache?.current === id ? cache.base : undefined
