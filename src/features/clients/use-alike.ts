import { useEffect, useState } from 'react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLocalData } from '../../data/database/local-data-provider.tsx'
import type { FormValues } from '../../forms/payload.ts'
import { typedIn } from './client-form-values.ts'
import { type Alike, findAlike, type Typed } from './find-alike.ts'

const TYPING_MS = 250
const NOBODY: readonly Alike[] = []

interface Form {
  client: LocalRecord<'client'> | null
  adresse: LocalRecord<'adresse'> | null
  values: FormValues
  address: FormValues
}

/** Other clients of this device who may be the one of this form, while it is typed; offline too. */
export function useAlike({ client, adresse, values, address }: Form): readonly Alike[] {
  const data = useLocalData()
  const typed = JSON.stringify(typedIn({ values, address, known: { client, adresse } }))
  const self = client?.IDCLIENT ?? null
  const [found, setFound] = useState<{ typed: string; alike: readonly Alike[] }>({ typed: '', alike: NOBODY })
  useEffect(() => {
    if (!data) return
    let left = false
    const timer = setTimeout(() => {
      void findAlike(data, JSON.parse(typed) as Typed, self)
        // Without an answer the form says nothing: the check at the save follows.
        .catch(() => NOBODY)
        .then((alike) => {
          if (!left) setFound({ typed, alike })
        })
    }, TYPING_MS)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [data, typed, self])
  return found.alike
}
