import type { Observable } from 'rxjs'
import { watchAgain } from '../../../sync/watch-again.ts'

/** What is used of RxDB's query, its private cache included: the code of RxDB comes after the first screen. */
interface Query<T> {
  $: Observable<T>
  collection: { _queryCache?: { _map: Map<string, unknown> } }
  toString: () => string
}

/**
 * The answers of a local query, now and after each change. A reading that fails (iOS takes the connection to IndexedDB from a page that slept) ends RxDB's
 * query, which RxDB keeps and would give to every screen that asks the same, until a reload. It is forgotten here, and asked anew (WORK-9).
 * @param find makes the query
 * @returns ends it
 */
export function watchQuery<T>(find: () => Query<T>, onAnswer: (answer: T) => void): () => void {
  return watchAgain(({ answered, failed }) => {
    const query = find()
    const subscription = query.$.subscribe({
      next: (answer) => {
        answered()
        onAnswer(answer)
      },
      error: (error: unknown) => {
        console.warn(error)
        query.collection._queryCache?._map.delete(query.toString())
        failed()
      },
    })
    return () => subscription.unsubscribe()
  })
}
