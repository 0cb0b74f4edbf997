import { useEffect, useRef, useState } from 'react'
import { AppError } from '../../../schemas/errors.ts'
import { callApi } from '../../data/api/api.ts'
import { notices } from '../../ui/notices/notices.tsx'
import type { PlannedRow } from './csv/import-plan.ts'
import { goOn, type ImportRun, progressOf, type Refused, type SendStep, startRun } from './csv/send-import.ts'

const PATH = '/articles'
const anything = (_answer: unknown): _answer is unknown => true

/** The same calls as any program's (docs/api.md): some thousand entries of the outbox would hold the person's other work back. */
const sendImported: SendStep = async ({ row, kind, values, key }) => {
  const put = (idempotencyKey: string): Promise<unknown> =>
    callApi(`${PATH}/${encodeURIComponent(row.id)}`, anything, { ...calls, method: 'PUT', body: rest, idempotencyKey })
  const calls = { silent: true, ownRefusal: true } as const
  const { id: _, ...rest } = values
  if (kind === 'update') return put(key)
  try {
    return await callApi(PATH, anything, {
      ...calls,
      method: 'POST',
      body: { ...rest, id: row.id },
      idempotencyKey: key,
    })
  } catch (error) {
    // An import that stopped has made it, and this device has not heard of it yet.
    if (error instanceof AppError && error.code === 'CONFLICT') return put(`${key}-2`)
    throw error
  }
}

export interface ImportState {
  state: 'ready' | 'running' | 'stopped' | 'done'
  /** Rows of which every call was answered, and all rows that are sent. */
  done: number
  all: number
  refused: readonly Refused[]
}

const READY: ImportState = { state: 'ready', done: 0, all: 0, refused: [] }

export interface Sending extends ImportState {
  /** @param how its calls are sent, if not as an import's; `onDone`: every call was answered */
  start: (
    rows: readonly PlannedRow[],
    how?: { send?: SendStep; onDone?: (refused: readonly Refused[]) => void },
  ) => void
  resume: () => void
  stop: () => void
  reset: () => void
}

/** An import that is sent, or its undo: its progress, and how to stop it and go on with it. Leaving the page stops it. */
export function useImport(): Sending {
  const [shown, setShown] = useState(READY)
  const run = useRef<(ImportRun & { send: SendStep; onDone?: (refused: readonly Refused[]) => void }) | null>(null)
  const control = useRef<AbortController | null>(null)
  useEffect(() => () => control.current?.abort(), [])

  const show = (state: ImportState['state']): void => {
    const current = run.current
    if (current) setShown({ state, ...progressOf(current), refused: [...current.refused] })
  }
  const resume = async (): Promise<void> => {
    const current = run.current
    if (!current) return
    const own = new AbortController()
    control.current = own
    show('running')
    try {
      await goOn(current, { send: current.send, signal: own.signal, onStep: () => show('running') })
      const { all, done } = progressOf(current)
      show(done === all ? 'done' : 'stopped')
      if (done === all) current.onDone?.(current.refused)
    } catch (error) {
      show('stopped')
      notices.failure(error)
    }
  }
  return {
    ...shown,
    start: (rows, how = {}) => {
      run.current = { ...startRun(rows, () => crypto.randomUUID()), send: sendImported, ...how }
      void resume()
    },
    resume: () => void resume(),
    stop: () => control.current?.abort(),
    reset: () => {
      run.current = null
      setShown(READY)
    },
  }
}
