import { useCallback, useEffect, useState } from 'react'
import { watchAgain } from '../../../sync/watch-again.ts'
import { useLocalData } from '../database/local-data-provider.tsx'

/** A document of the local database that belongs to no collection, as a live query; undefined until the first answer, null while there is none. */
export function useLocalDocument<T>(name: string): T | null | undefined {
  const data = useLocalData()
  const [value, setValue] = useState<T | null>()
  useEffect(() => {
    if (!data) return
    return watchAgain(({ answered, failed }) => {
      const subscription = data.db.rx.getLocal$<Record<string, unknown>>(name).subscribe({
        next: (doc) => {
          answered()
          setValue(doc ? (doc.toJSON().data as T) : null)
        },
        error: failed,
      })
      return () => subscription.unsubscribe()
    })
  }, [data, name])
  return value
}

/**
 * Writes a document of the local database that belongs to no collection: a new value, or what becomes of the one that is there. A logout seals those of
 * SEALED_DOCUMENTS, and removes the others.
 */
export function useKeepDocument<T extends Record<string, unknown>>(
  name: string,
): (next: T | ((known: T | null) => T)) => Promise<void> {
  const data = useLocalData()
  return useCallback(
    async (next) => {
      const known = typeof next === 'function' ? await data?.db.rx.getLocal<T>(name) : null
      if (known && typeof next === 'function') await known.incrementalModify(next)
      else await data?.db.rx.upsertLocal<T>(name, typeof next === 'function' ? next(null) : next)
    },
    [data, name],
  )
}
