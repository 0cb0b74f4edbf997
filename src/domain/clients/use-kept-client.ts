import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'

/** The few clients into which another record went, by an index of their own. */
const JOINED = { selector: { CLE_REUNIE: '1' } }

/**
 * The client's record into which the one of this id went, as this device knows it, also without a network (DAY-14): undefined while it is read, null when
 * there is none, or when this person may not see it. A merge that is undone leads nowhere any more.
 * @param id null asks nothing
 */
export function useKeptClient(id: string | null | undefined): LocalRecord<'client'> | null | undefined {
  const joined = useLiveList('client', id ? JOINED : null)
  if (!id) return null
  return joined && (joined.find(({ FICHES_REUNIES }) => FICHES_REUNIES.includes(id)) ?? null)
}
