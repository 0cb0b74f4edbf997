import { expect, it } from 'vitest'
import { keepOpening, type OpeningTrouble, RETRY, troubleOf } from './keep-opening.ts'

const named = (name: string, inner?: Error): Error => Object.assign(new Error(name), { name, inner })

it.each([
  [named('QuotaExceededError'), 'full'],
  [named('OpenFailedError', named('QuotaExceededError')), 'full'],
  [named('SecurityError'), 'denied'],
  [named('OpenFailedError', named('SecurityError')), 'denied'],
  [named('MissingAPIError'), 'denied'],
  [named('UnknownError'), 'broken'],
  [undefined, 'broken'],
])('[WORK-9] %s is reported as « %s »', (error, trouble) => {
  expect(troubleOf(error)).toBe(trouble)
})

it('[WORK-9] tries until the database is open, and tells the reason of each failure', async () => {
  const told: (OpeningTrouble | null)[] = []
  const faults = [named('QuotaExceededError'), named('UnknownError'), named('UnknownError')]
  let tries = 0
  const retries = new EventTarget()
  const opened = await keepOpening({
    retries,
    signal: new AbortController().signal,
    onTrouble: (trouble) => {
      told.push(trouble)
      // « Réessayer »
      if (trouble !== null) retries.dispatchEvent(new Event(RETRY))
    },
    open: () => {
      const fault = faults[tries++]
      return fault ? Promise.reject(fault) : Promise.resolve('open')
    },
  })
  expect(opened).toBe('open')
  expect(tries).toBe(4)
  expect(told).toEqual(['full', 'broken', 'broken', null])
})

it('[WORK-9] reports an opening that takes long, and its end', async () => {
  const told: (OpeningTrouble | null)[] = []
  let finish: (value: string) => void = () => undefined
  const opened = keepOpening({
    retries: new EventTarget(),
    signal: new AbortController().signal,
    slow: 1,
    onTrouble: (trouble) => {
      told.push(trouble)
      if (trouble === 'slow') finish('open')
    },
    open: () =>
      new Promise<string>((resolve) => {
        finish = resolve
      }),
  })
  expect(await opened).toBe('open')
  expect(told).toEqual(['slow', null])
})

it('[WORK-9] an account that has left is not opened again, and no trouble is reported', async () => {
  const leaving = new AbortController()
  const told: unknown[] = []
  const opened = await keepOpening({
    retries: new EventTarget(),
    signal: leaving.signal,
    onTrouble: (trouble) => told.push(trouble),
    open: () => {
      leaving.abort()
      return Promise.reject(named('UnknownError'))
    },
  })
  expect(opened).toBeNull()
  expect(told).toEqual([])
})
