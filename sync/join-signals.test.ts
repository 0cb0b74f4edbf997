import { expect, it } from 'vitest'
import { joinSignals } from './join-signals.ts'

/** Counts the listeners of a signal. */
function counted(signal: AbortSignal): () => number {
  let standing = 0
  const { addEventListener, removeEventListener } = signal
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    standing += 1
    addEventListener.apply(signal, args)
  }
  signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    standing -= 1
    removeEventListener.apply(signal, args)
  }
  return () => standing
}

it('[WORK-8] a joined signal is aborted with the first of its signals, with that one’s reason', () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const { signal } = joinSignals(first.signal, second.signal)
  expect(signal.aborted).toBe(false)
  second.abort('second')
  expect(signal.reason).toBe('second')
  first.abort('first')
  expect(signal.reason).toBe('second')
})

it('[WORK-8] a joined signal is aborted from the start when one of its signals is aborted already', () => {
  const { signal } = joinSignals(new AbortController().signal, AbortSignal.abort('before'))
  expect(signal.reason).toBe('before')
})

it('[WORK-8] keeps no listener, whether it was aborted or released', () => {
  const lasting = new AbortController()
  const standing = counted(lasting.signal)
  const ended = new AbortController()
  const one = joinSignals(lasting.signal, ended.signal)
  const two = joinSignals(lasting.signal)
  expect(standing()).toBe(2)
  ended.abort()
  two.release()
  expect(standing()).toBe(0)
  lasting.abort()
  expect([one.signal.aborted, two.signal.aborted]).toEqual([true, false])
})
