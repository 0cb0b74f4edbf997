import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Effort } from './effort.ts'

/** What the tasks of a person's day cost. `npm run days` puts them into docs/days.md. */

export const DAYS_FOLDER = 'test-results/days'

export interface Task {
  task: string
  /** Taps that the task may take at most. */
  goal: number
  taps: number
  typed: number
  /** For the reader only: it depends on the machine. */
  seconds: number
  offline: boolean
}

export interface DayBook {
  /** Does a task, writes down what it cost, and fails when it took more taps than its goal. */
  task(name: string, goal: number, act: () => Promise<void>): Promise<void>
  offline: boolean
  /** Keeps the day for docs/days.md. */
  close(): void
}

export function dayBook(person: string, effort: Effort): DayBook {
  const tasks: Task[] = []
  const book: DayBook = {
    offline: false,
    async task(task, goal, act) {
      const before = { ...effort }
      const from = performance.now()
      await act()
      const taps = effort.taps - before.taps
      const seconds = Math.round((performance.now() - from) / 100) / 10
      tasks.push({ task, goal, taps, typed: effort.typed - before.typed, seconds, offline: book.offline })
      expect(taps, `taps of « ${task} »`).toBeLessThanOrEqual(goal)
    },
    close() {
      mkdirSync(DAYS_FOLDER, { recursive: true })
      writeFileSync(join(DAYS_FOLDER, `${person}.json`), JSON.stringify(tasks, null, 2))
      console.log(
        tasks
          .map((one) => `${person} · ${one.task}: ${one.taps}/${one.goal} taps, ${one.typed} typed, ${one.seconds} s`)
          .join('\n'),
      )
    },
  }
  return book
}
