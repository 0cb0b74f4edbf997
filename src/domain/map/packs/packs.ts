import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { callApi, requestOf } from '../../../data/api/api.ts'
import { isKey, isNumber, listOf, objectOf } from '../../../data/api/shape.ts'
import { hasRoom } from '../../../data/database/has-room.ts'
import type { FromPackWorker, PackProblem, ToPackWorker } from './pack-download.ts'
import { fileNameOf, isWhole, type KeptPack, keptPacks, type Pack, removePackFiles } from './pack-files.ts'

/** The detailed maps of this device, and those that the server offers. Downloads continue while other screens are open. */
export interface Packs {
  /** The maps that the server offers; null: not known (no network). */
  offered: readonly Pack[] | null
  kept: readonly KeptPack[]
  /** Received bytes of the downloads under way, by name. */
  running: Readonly<Record<string, number>>
  problems: Readonly<Record<string, PackProblem>>
}

let state: Packs = { offered: null, kept: [], running: {}, problems: {} }
const listeners = new Set<() => void>()
const change = (next: Partial<Packs>): void => {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const usePacks = (): Packs => useSyncExternalStore(subscribe, () => state)

const without = <T>(record: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name))

/** Reads again what this device keeps. An unreadable file system counts as empty: the built-in map needs nothing of it. */
export async function refreshKept(): Promise<void> {
  const kept = await keptPacks().catch((error: unknown): KeptPack[] => {
    console.error(error)
    return []
  })
  change({ kept })
}

export const isOffer = listOf(objectOf({ NOM: isKey, TAILLE: isNumber, VERSION: isKey }))

/** Asks which maps the server offers; without an answer the last list stays. */
export async function refreshOffered(): Promise<void> {
  const answer = await callApi('/cartes', isOffer, { silent: true }).catch(() => null)
  if (answer)
    change({ offered: answer.map(({ NOM, TAILLE, VERSION }) => ({ name: NOM, size: TAILLE, version: VERSION })) })
}

/** A download under way. It may be cancelled before its worker has begun. */
interface Job {
  worker: Worker | null
  isCancelled: boolean
}
const jobs = new Map<string, Job>()
const order = (worker: Worker | null, message: ToPackWorker): void => worker?.postMessage(message)

async function end(pack: Pack, result: Extract<FromPackWorker, { type: 'ended' }>['result']): Promise<void> {
  jobs.get(pack.name)?.worker?.terminate()
  jobs.delete(pack.name)
  // Only a complete map replaces the former one.
  if (result === 'done') await removePackFiles(pack.name, pack)
  await refreshKept()
  const problems = without(state.problems, pack.name)
  change({
    running: without(state.running, pack.name),
    problems: result === 'done' || result === 'cancelled' ? problems : { ...problems, [pack.name]: result },
  })
  if (result === 'changed') await refreshOffered()
}

async function begin(pack: Pack, job: Job): Promise<void> {
  const begun = state.kept.find(({ name, version }) => name === pack.name && version === pack.version)?.kept ?? 0
  change({ running: { ...state.running, [pack.name]: begun }, problems: without(state.problems, pack.name) })
  if (!(await hasRoom(pack.size - begun))) return end(pack, 'full')
  // The browser should not clear maps that the person chose to keep; whether it agrees changes nothing here.
  await navigator.storage.persist().catch(() => false)
  const request = await requestOf(`/cartes/${encodeURIComponent(pack.name)}`)
  const worker = new Worker(new URL('./pack-worker.ts', import.meta.url), { type: 'module', name: 'lolapp-carte' })
  job.worker = worker
  worker.addEventListener('message', ({ data }: MessageEvent<FromPackWorker>) => {
    if (data.type === 'progress') change({ running: { ...state.running, [pack.name]: data.kept } })
    else void end(pack, data.result)
  })
  worker.addEventListener('error', () => void end(pack, 'offline'))
  order(worker, { type: 'download', pack, ...request })
  if (job.isCancelled) order(worker, { type: 'cancel' })
}

/** Begins a download, or continues one that was interrupted. `usePacks` gives its progress. */
export async function downloadPack(pack: Pack): Promise<void> {
  if (jobs.has(pack.name)) return
  const job: Job = { worker: null, isCancelled: false }
  jobs.set(pack.name, job)
  try {
    await begin(pack, job)
  } catch (error) {
    console.error(error)
    await end(pack, 'offline')
  }
}

/** Removes the received bytes. */
export function cancelPack(name: string): void {
  const job = jobs.get(name)
  if (!job) return
  job.isCancelled = true
  order(job.worker, { type: 'cancel' })
}

export async function removePack(name: string): Promise<void> {
  await removePackFiles(name)
  change({ problems: without(state.problems, name) })
  await refreshKept()
}

/** One line of « Cartes hors ligne ». */
export interface PackRow {
  pack: Pack
  /**
   * offered: on the server. running: being downloaded. broken: begun, waits to continue. whole: on the device. old: on the device, and the server
   * has another one.
   */
  state: 'offered' | 'running' | 'broken' | 'whole' | 'old'
  /** Bytes of `pack` that are on the device. */
  kept: number
  problem: PackProblem | null
}

function rowOf(packs: Packs, name: string): PackRow | null {
  const mine = packs.kept.filter((one) => one.name === name)
  const whole = mine.find(isWhole)
  const offered = packs.offered?.find((one) => one.name === name)
  const pack = offered ?? whole ?? mine[0]
  if (!pack) return null
  const kept = mine.find(({ version }) => version === pack.version)?.kept ?? 0
  const row = { pack, kept, problem: packs.problems[name] ?? null }
  const running = packs.running[name]
  if (running !== undefined) return { ...row, state: 'running', kept: running }
  if (whole?.version === pack.version) return { ...row, state: 'whole' }
  if (whole) return { ...row, state: 'old' }
  return { ...row, state: kept > 0 ? 'broken' : 'offered' }
}

/** The offered and the kept maps, by name. */
export function packRows(packs: Packs): PackRow[] {
  const names = new Set([...(packs.offered ?? []), ...packs.kept].map(({ name }) => name))
  return [...names]
    .sort((a, b) => a.localeCompare(b, 'fr', { numeric: true }))
    .map((name) => rowOf(packs, name))
    .filter((row) => row !== null)
}

/** The maps that can be drawn; read from the device when a map is shown. The same list object as long as nothing of it changes. */
export function useDrawablePacks(): readonly KeptPack[] {
  const { kept } = usePacks()
  useEffect(() => void refreshKept(), [])
  const key = kept.filter(isWhole).map(fileNameOf).join('/')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names identify the files
  return useMemo(() => kept.filter(isWhole), [key])
}
