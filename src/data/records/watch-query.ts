import type { Observable } from 'rxjs'
import { backOff } from '../../../sync/back-off.ts'

/** What is used of RxDB's query, its private cache included: the code of RxDB comes after the first screen. */
interface Query<T> {
  $: Observable<T>
  collection: { _queryCache?: { _map: Map<string, unknown> } }
  toString: () => string
}

/**
 * The answers of a local query, now and after each change. A reading that fails (iOS takes the connection to IndexedDB from a page that slept) ends RxDB's
 * query, which RxDB keeps and would give to every screen that asks the same, until a reload. It is forgotten here, and asked anew after a wait of up to
 * half a second, doubling to 8 s (WORK-9).
 * @param find makes the query
 * @returns ends it
 */
export function watchQuery<T>(find: () => Query<T>, onAnswer: (answer: T) => void): () => void {
  let attempt = 0
  let stop: () => void = () => undefined
  const begin = (): void => {
    const query = find()
    const subscription = query.$.subscribe({
      next: (answer) => {
        attempt = 0
        onAnswer(answer)
      },
      error: (error: unknown) => {
        console.warn(error)
        query.collection._queryCache?._map.delete(query.toString())
        const timer = setTimeout(begin, backOff(attempt++))
        stop = () => clearTimeout(timer)
      },
    })
    if (!subscription.closed) stop = () => subscription.unsubscribe()
  }
  begin()
  return () => stop()
}
