import { backOff } from './back-off.ts'

interface Told {
  answered: () => void
  failed: () => void
}

/**
 * Watches, and after a failure watches anew, with the waits of other retries (WORK-9).
 * @param begin begins one watch, which tells each answer, or that it failed. @returns ends it
 * @returns ends it for good
 */
export function watchAgain(begin: (told: Told) => () => void): () => void {
  let attempt = 0
  let isEnded = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let end: () => void = () => undefined
  const told: Told = {
    answered: () => {
      attempt = 0
    },
    failed: () => {
      if (!isEnded) timer = setTimeout(start, backOff(attempt++))
    },
  }
  function start(): void {
    end = begin(told)
  }
  start()
  return () => {
    isEnded = true
    clearTimeout(timer)
    end()
  }
}
