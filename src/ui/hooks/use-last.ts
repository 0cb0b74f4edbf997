import { useRef } from 'react'

/** The last answer of a query: names and hints of a list must not disappear while a changed query is running. */
export function useLast<T>(value: T | undefined): T | undefined {
  const last = useRef(value)
  if (value !== undefined) last.current = value
  return last.current
}
