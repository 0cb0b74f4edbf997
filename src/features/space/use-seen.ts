import { useEffect, useState } from 'react'
import type { Static, TSchema } from 'typebox'
import { AppError } from '../../../schemas/errors.ts'
import { readsAs } from '../../../schemas/reads-as.ts'
import { type Call, isOffline } from '../../data/api/api.ts'
import { askSpace } from './ask-space.ts'
import { isEnded, type Space, useSpace } from './space-context.ts'

export interface Reading<T> {
  /** Its key in the store. */
  key: string
  data: T | undefined
  /** Milliseconds since 1970: when the server answered `data`. */
  at: number | null
  /**
   * `loading`: nothing yet. `fresh`: the server's answer, or a former one while the server is asked, for `PATIENCE_MS` at most. `kept`: a former answer, and
   * the server cannot be asked or has not answered yet. `missing`: it does not exist, or no more. `offline` and `failed`: neither a stored answer nor one of the
   * server.
   */
  state: 'loading' | 'fresh' | 'kept' | 'missing' | 'offline' | 'failed'
}

export interface Seeing<T> extends Reading<T> {
  /** Asks the server again. */
  again: () => void
}

interface Asked<S extends TSchema> {
  key: string
  ask: (silent: boolean) => Promise<Static<S>>
  schema: S
  store: Space['store']
  show: (change: (before: Reading<Static<S>>) => Reading<Static<S>>) => void
  /** Of a link: its session has ended. */
  onEnded: (() => void) | undefined
}

/** On a network that hangs a call ends after minutes: a former answer says after this time that it is one. */
export const PATIENCE_MS = 3_000

const isGone = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'GONE')

/** Gives the stored answer at once, then the server's answer, or why there is none. */
async function read<S extends TSchema>({ key, ask, schema, store, show, onEnded }: Asked<S>): Promise<void> {
  const kept = await store?.read(key)
  const known = kept !== undefined && readsAs(schema, kept.value)
  if (known) {
    const { value, at } = kept as { value: Static<S>; at: number }
    show((before) => (before.data === undefined ? { key, data: value, at, state: 'fresh' } : before))
  }
  const late = setTimeout(
    () => show((before) => (before.data === undefined ? before : { ...before, state: 'kept' })),
    PATIENCE_MS,
  )
  try {
    const data = await ask(known).finally(() => clearTimeout(late))
    show(() => ({ key, data, at: Date.now(), state: 'fresh' }))
    await store?.write(key, data)
  } catch (error) {
    if (isGone(error)) {
      show(() => ({ key, data: undefined, at: null, state: 'missing' }))
      await store?.forget(key)
      return
    }
    // What is on the screen was read, but nothing can be done with it any more.
    if (isEnded(error)) onEnded?.()
    const without = isOffline(error) ? 'offline' : 'failed'
    show((before) => ({ ...before, state: before.data === undefined ? without : 'kept' }))
  }
}

/** Calls back when the network returns, and when the page is shown again (the customer was at their bank). */
function onReturn(act: () => void): () => void {
  const looked = (): void => {
    if (document.visibilityState === 'visible') act()
  }
  addEventListener('online', act)
  document.addEventListener('visibilitychange', looked)
  return () => {
    removeEventListener('online', act)
    document.removeEventListener('visibilitychange', looked)
  }
}

/**
 * The server's answer at `path`; meanwhile and without a network, the answer that this device has stored (SPA-06). `schema` is one of
 * `schemas/space`: the same object at each render. `about`: body of the calls that use POST although they only read.
 */
export function useSeen<S extends TSchema>(path: string, schema: S, about?: Record<string, string>): Seeing<Static<S>> {
  const { store, token, onEnded } = useSpace()
  const [round, setRound] = useState(0)
  const key = about === undefined ? path : `${path}?${new URLSearchParams(about)}`
  const nothing: Reading<Static<S>> = { key, data: undefined, at: null, state: 'loading' }
  const [reading, setReading] = useState(nothing)
  useEffect(() => onReturn(() => setRound((before) => before + 1)), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again; the key includes path and body
  useEffect(() => {
    let left = false
    const show: Asked<S>['show'] = (change) => {
      if (!left) setReading((before) => change(before.key === key ? before : nothing))
    }
    const posted: Call = about === undefined ? {} : { method: 'POST', body: about }
    const ask = (silent: boolean) => askSpace(schema, path, { ...posted, silent, ...(token ? { token } : {}) })
    void read({ key, ask, schema, store, show, onEnded: token ? () => !left && onEnded?.() : undefined })
    return () => {
      left = true
    }
  }, [key, schema, store, token, round])
  return { ...(reading.key === key ? reading : nothing), again: () => setRound((before) => before + 1) }
}
