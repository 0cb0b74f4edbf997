import { useEffect, useMemo, useState } from 'react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLocalData } from '../database/local-data-provider.tsx'
import { type FileView, viewOfRow } from './use-files.ts'
import { watchList } from './use-live.ts'

type Row = LocalRecord<'fichier'>

/**
 * The server's files of these projects, latest first, as live queries; undefined until each has answered. One query for each project, by its index:
 * a company has too many files to read them all, and the first screen uses this.
 */
export function useProjectFiles(projectIds: readonly string[] | undefined): FileView[] | undefined {
  const data = useLocalData()
  const key = projectIds && [...new Set(projectIds)].sort().join(' ')
  const [answer, setAnswer] = useState<{ key: string; rows: ReadonlyMap<string, Row[]> }>()
  useEffect(() => {
    if (!data || !key) return
    const ids = key.split(' ')
    let rows: ReadonlyMap<string, Row[]> = new Map()
    const stops = ids.map((id) =>
      watchList(data, 'fichier', { selector: { IDPROJET: id } }, (found) => {
        rows = new Map([...rows, [id, found]])
        if (rows.size === ids.length) setAnswer({ key, rows })
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [data, key])
  return useMemo(() => {
    if (key === '') return []
    if (answer === undefined || answer.key !== key) return undefined
    const views = [...answer.rows.values()].flat().map(viewOfRow)
    return views.sort((a, b) => (b.at ?? '9').localeCompare(a.at ?? '9'))
  }, [key, answer])
}
