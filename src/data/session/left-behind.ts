import { useSyncExternalStore } from 'react'
import * as Type from 'typebox'
import { TeamDevice } from '../../../schemas/device.ts'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { callApi } from '../api/api.ts'
import { deviceId } from '../api/device-id.ts'
import type { LocalData } from '../database/local-data.ts'
import { readStorageMark } from '../database/storage-mark.ts'

/** What a person left unsent at a logout, where it is not back. */
const Left = Type.Object({
  agent: Type.String(),
  reported_at: Type.String(),
  /** Entries, refused ones too. */
  entries: Type.Integer(),
  files: Type.Integer(),
  /** It was this browser, which has it no more. */
  here: Type.Boolean(),
})
type Left = Type.Static<typeof Left>

const areDevices = shapeOf(Type.Array(TeamDevice))
const areLeft = shapeOf(Type.Array(Left))

/** Of this tab, until it is read or the person logs out. */
const KEY = 'lolapp.restes'
const listeners = new Set<() => void>()

const stored = (): string | null => sessionStorage.getItem(KEY)

function keep(left: readonly Left[]): void {
  try {
    if (left.length === 0) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(left))
  } catch {
    // A full quota: the next login says it.
  }
  for (const listener of listeners) listener()
}

/** How much of it is back on this device: to be read before anything is sent. @throws where the local database does not open */
async function countHere({ db }: LocalData): Promise<number> {
  const { readWaiting } = await import('../../../sync/replicate/device-report.ts')
  const { pending, refused, files } = await readWaiting(db)
  return pending + refused + files
}

/**
 * At a login: what this person left unsent on a device at a logout, as that device told the server then (WORK-7), and is not back here. The browser may have
 * cleared the sealed pack with everything else that knew of it, its own name too: then it is named as any other device. Asked before this device reports anew.
 * @param opening the account's local database, which unseals what is still here
 * @throws AppError where the server does not say
 */
export async function lookForLeftBehind(token: string, opening: Promise<LocalData>): Promise<void> {
  keep([])
  const counted = opening.then(countHere).catch(() => null)
  const devices = await callApi('/sync/left_behind', areDevices, { token, ownRefusal: true, silent: true })
  const [mine, count] = [deviceId(), await counted]
  // WORK-11 says it already.
  const isTold = (readStorageMark()?.lost?.waiting ?? 0) > 0
  const left = devices
    .map(({ device_id, agent, reported_at, pending, refused, files }) => {
      return { agent, reported_at, entries: pending + refused, files, here: device_id === mine }
    })
    .filter(({ here }) => !here || (count === 0 && !isTold))
  keep(left)
}

/** The person has read it. */
export const acknowledgeLeftBehind = (): void => keep([])

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const parsed = (text: string | null): Left[] => {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return areLeft(value) ? value : []
  } catch {
    return []
  }
}

export const useLeftBehind = (): Left[] => parsed(useSyncExternalStore(subscribe, stored))
