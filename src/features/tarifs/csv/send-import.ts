import { AppError } from '../../../../schemas/errors.ts'
import type { PlannedRow } from './import-plan.ts'

/** One call of an import. */
export interface Step {
  row: PlannedRow
  kind: 'create' | 'update'
  values: Record<string, unknown>
  /** Repeating the call with the same key never acts twice. */
  key: string
}

export interface Refused {
  row: PlannedRow
  message: string
}

/** Sends a step, as the API takes it. @throws AppError for a refusal, and where nobody answers */
export type SendStep = (step: Step) => Promise<unknown>

/** Calls under way at once. */
const AT_ONCE = 4

/**
 * The calls of an import, in two rounds: an option must exist before an article may name it, and two new articles may name each other. So creations leave out
 * options that the same file creates, and a second round gives them.
 */
export function stepsOf(rows: readonly PlannedRow[], makeKey: () => string): [Step[], Step[]] {
  const made = new Set(rows.filter(({ fate }) => fate === 'create').map(({ id }) => id))
  const first: Step[] = []
  const second: Step[] = []
  for (const row of rows) {
    if (row.fate !== 'create' && row.fate !== 'update') continue
    const { OPTIONS, ...others } = row.values
    const waits = Array.isArray(OPTIONS) && OPTIONS.some((id) => made.has(id))
    const values = waits ? others : row.values
    if (row.fate === 'create' || Object.keys(values).length > 0)
      first.push({ row, kind: row.fate, values, key: makeKey() })
    if (waits) second.push({ row, kind: 'update', values: { OPTIONS }, key: makeKey() })
  }
  return [first, second]
}

/** How far an import is; the caller keeps it and may go on with it. */
export interface ImportRun {
  rounds: [Step[], Step[]]
  /** Keys of the calls that were answered. */
  done: Set<string>
  refused: Refused[]
}

export const startRun = (rows: readonly PlannedRow[], makeKey: () => string): ImportRun => ({
  rounds: stepsOf(rows, makeKey),
  done: new Set(),
  refused: [],
})

/** How many rows a run has, and of how many every call was answered. */
export function progressOf({ rounds, done }: ImportRun): { all: number; done: number } {
  const steps = rounds.flat()
  const waiting = new Set(steps.filter(({ key }) => !done.has(key)).map(({ row }) => row.line))
  const all = new Set(steps.map(({ row }) => row.line)).size
  return { all, done: all - waiting.size }
}

/**
 * Sends what is left of a run, some calls at once. A row that the server refuses is noted and holds nothing back; without an answer it stops, and the same
 * run may go on later: what was answered is not sent again.
 * @throws AppError when nobody answers
 */
export async function goOn(
  run: ImportRun,
  { send, signal, onStep }: { send: SendStep; signal: AbortSignal; onStep: () => void },
): Promise<void> {
  for (const round of run.rounds) {
    const left = round.filter(({ key }) => !run.done.has(key))
    let failure: unknown
    const work = async (): Promise<void> => {
      for (let step = left.shift(); step && failure === undefined && !signal.aborted; step = left.shift()) {
        try {
          await send(step)
        } catch (error) {
          if (!isRefusal(error)) {
            failure = error
            return
          }
          run.refused.push({ row: step.row, message: messageOf(error) })
        }
        run.done.add(step.key)
        onStep()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    if (failure !== undefined) throw failure
    if (signal.aborted) return
  }
}

const REFUSALS = ['BAD_REQUEST', 'CONFLICT', 'IMMUTABLE', 'NOT_FOUND', 'PARENT_MISSING', 'VALIDATION_ERROR']
const isRefusal = (error: unknown): error is AppError => error instanceof AppError && REFUSALS.includes(error.code)

const messageOf = ({ errors, message }: AppError): string =>
  Object.values(errors ?? {})
    .flat()
    .join(' ') || message
