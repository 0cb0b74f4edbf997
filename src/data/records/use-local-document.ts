import { useEffect, useState } from 'react'
import { useLocalData } from '../database/local-data-provider.tsx'

/** A document of the local database that belongs to no collection, as a live query; undefined until the first answer, null while there is none. */
export function useLocalDocument<T>(name: string): T | null | undefined {
  const data = useLocalData()
  const [value, setValue] = useState<T | null>()
  useEffect(() => {
    if (!data) return
    const subscription = data.db.rx
      .getLocal$<Record<string, unknown>>(name)
      .subscribe((doc) => setValue(doc ? (doc.toJSON().data as T) : null))
    return () => subscription.unsubscribe()
  }, [data, name])
  return value
}
