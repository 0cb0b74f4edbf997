import { useEffect } from 'react'
import { localDatabaseName } from '../../../sync/identity.ts'
import type { LocalData } from './local-data.ts'
import { keepStorageMark, markAtWork, readStorageMark } from './storage-mark.ts'
import { askToKeep, lookAtRoom } from './storage-room.ts'

const LOOK_MS = 5 * 60_000

interface Watched {
  data: LocalData | null
  /** Last synchronisation of the local database that is open. */
  lastSync: string | null
  /** How many entries, files and mails the server does not have; undefined until they are counted. */
  waiting: number | undefined
  /** A whole round of synchronisation has ended in this session. */
  isWhole: boolean
}

/** Keeps the mark of the local database up to date, asks the browser to keep the data once there is any, and checks the storage room (WORK-11). */
export function useStorageWatch({ data, lastSync, waiting, isWhole }: Watched): void {
  const name = data && localDatabaseName(data.identity)
  useEffect(() => {
    if (name === null || waiting === undefined) return
    keepStorageMark(markAtWork(readStorageMark(), { name, lastSync, waiting }))
  }, [name, lastSync, waiting])
  const isWorthKeeping = isWhole || (waiting ?? 0) > 0
  useEffect(() => {
    if (isWorthKeeping) void askToKeep()
  }, [isWorthKeeping])
  useEffect(() => {
    void lookAtRoom()
    const timer = setInterval(() => void lookAtRoom(), LOOK_MS)
    return () => clearInterval(timer)
  }, [])
}
