import { useEffect, useState } from 'react'
import { OCCUPATION_DOC, type Occupation } from '../../../sync/replicate/occupation.ts'
import { useLocalData } from '../database/local-data-provider.tsx'

/** The taken times of colleagues on this device (DAY-01), as a live query; undefined until the first answer, null while it has none. */
export function useOccupation(): Occupation | null | undefined {
  const data = useLocalData()
  const [occupation, setOccupation] = useState<Occupation | null>()
  useEffect(() => {
    if (!data) return
    const subscription = data.db.rx
      .getLocal$<Occupation>(OCCUPATION_DOC)
      .subscribe((doc) => setOccupation(doc ? (doc.toJSON().data as Occupation) : null))
    return () => subscription.unsubscribe()
  }, [data])
  return occupation
}
