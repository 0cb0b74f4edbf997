import { useEffect, useState } from 'react'
import { useLocalData } from '../../data/database/local-data-provider.tsx'
import { foundEntry, isJournalSearch, type JournalHit, searchJournals } from './journal-search.ts'

/** Journals are read once somebody rests, not at each key. */
const REST_MS = 300
const NONE: readonly JournalHit[] = []

/** The first so many projects and clients whose journal holds the typed words. While a new text is looked for, those of the former one that hold it too. */
export function useJournalSearch(text: string, count: number): { hits: readonly JournalHit[]; searching: boolean } {
  const data = useLocalData()
  const [answer, setAnswer] = useState<{ text: string; hits: readonly JournalHit[] }>()
  const wanted = isJournalSearch(text)
  useEffect(() => {
    if (!data || !wanted) return
    const stop = new AbortController()
    const { signal } = stop
    const find = async (): Promise<void> => {
      const hits = await searchJournals(data, text, { count, signal })
      if (!signal.aborted) setAnswer({ text, hits })
    }
    const timer = setTimeout(() => void find(), REST_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [data, text, count, wanted])
  if (!wanted) return { hits: NONE, searching: false }
  if (answer?.text === text) return { hits: answer.hits, searching: false }
  return { hits: answer?.hits.filter(({ JOURNAL }) => foundEntry(JOURNAL, text)) ?? NONE, searching: true }
}
