import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTasks } from '../monitoring/tasks.ts'
import { remindRegularly } from './reminders.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('[OPS-02 health] monitoring is told of reminders that were all tried without an error, and of no others', async () => {
  const tasks = createTasks()
  let companies: () => Promise<never[]> = () => Promise.reject(new Error('away'))
  const onError = vi.fn()
  const app = { db: { transaction: () => companies() }, ports: {}, messages: {}, hints: {}, tasks }
  remindRegularly(app as unknown as Parameters<typeof remindRegularly>[0], onError)
  await vi.advanceTimersByTimeAsync(6 * 60_000)
  expect([onError.mock.calls.length, tasks.figures().reminders]).toEqual([1, 0])
  companies = async () => []
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(tasks.figures().reminders).toBeCloseTo(Date.now() / 1000 - 60, 0)
  expect(onError).toHaveBeenCalledTimes(1)
})
