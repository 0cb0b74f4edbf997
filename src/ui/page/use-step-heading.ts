import { type RefObject, useEffect, useRef } from 'react'

/** The heading of a screen that shows one step after the other: a new step starts at its top, and a screen reader announces it. */
export function useStepHeading(step: string | undefined): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    window.scrollTo(0, 0)
    // A field with autofocus has the focus already.
    if (!(document.activeElement instanceof HTMLInputElement)) heading.current?.focus({ preventScroll: true })
  }, [step])
  return heading
}
