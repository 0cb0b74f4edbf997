import { useRef } from 'react'

/** The last answer there was: names and hints of a list must not vanish while a changed question is being answered. */
export function useLast<T>(value: T | undefined): T | undefined {
  const last = useRef(value)
  if (value !== undefined) last.current = value
  return last.current
}
