import { useEffect, useRef, useState } from 'react'
import * as Type from 'typebox'
import { AppError } from '../../../schemas/errors.ts'
import { shapeOf } from '../../../schemas/reads-as.ts'
import type { Article } from '../../../schemas/rules/articles.ts'
import { callApi } from '../../data/api/api.ts'
import { notices } from '../../ui/notices/notices.tsx'
import type { PlannedRow } from './csv/import-plan.ts'
import { goOn, type ImportRun, progressOf, type Refused, type SendStep, startRun } from './csv/send-import.ts'
import { foundArticle, type ImportedArticle } from './csv/undo-import.ts'

const PATH = '/articles'
const anything = (_answer: unknown): _answer is unknown => true
const isArticle = shapeOf(Type.Object({ id: Type.String() })) as (value: unknown) => value is Article
const calls = { silent: true, ownRefusal: true } as const

/**
 * The same calls as any program's (docs/api.md): some thousand entries of the outbox would hold the person's other work back.
 * @param found keeps what an article said that the import meant to make, before it is changed
 */
export const importStep =
  (found: (article: ImportedArticle) => Promise<void>): SendStep =>
  async ({ row, kind, values, key }) => {
    const path = `${PATH}/${encodeURIComponent(row.id)}`
    const put = (idempotencyKey: string): Promise<unknown> =>
      callApi(path, anything, { ...calls, method: 'PUT', body: rest, idempotencyKey })
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
      // Another import has made it, and this device has not heard of it yet.
      if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error
      await found(foundArticle(row, await callApi(path, isArticle, calls)))
      return put(`${key}-2`)
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

interface HowSent {
  send: SendStep
  /** Every call was answered. */
  onDone: (refused: readonly Refused[]) => void
  /** It stands still before its end; also where the page was left. */
  onStop?: () => void
}

export interface Sending extends ImportState {
  start: (rows: readonly PlannedRow[], how: HowSent) => void
  resume: () => void
  stop: () => void
  reset: () => void
}

/** An import that is sent, or its undo: its progress, and how to stop it and go on with it. Leaving the page stops it. */
export function useImport(): Sending {
  const [shown, setShown] = useState(READY)
  const run = useRef<(ImportRun & HowSent) | null>(null)
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
      if (done === all) current.onDone(current.refused)
      else current.onStop?.()
    } catch (error) {
      show('stopped')
      current.onStop?.()
      notices.failure(error)
    }
  }
  return {
    ...shown,
    start: (rows, how) => {
      run.current = { ...startRun(rows, () => crypto.randomUUID()), ...how }
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
