import { type ReactNode, useEffect, useRef } from 'react'

const FOCUSABLE = 'input:not([type="hidden"]), textarea, select, button, [role="checkbox"]'
/** Kinds of input that are typed into. */
const TYPED = ['text', 'tel', 'email', 'number', 'search', 'url', 'datetime-local']

const isTyped = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ||
  // A list to choose from would open over the form.
  (element instanceof HTMLInputElement && TYPED.includes(element.type) && !element.hasAttribute('aria-haspopup'))

/**
 * The part of a form that is typed first: its first field has the focus when it appears, so typing begins without a tap into it. Does nothing when
 * what comes first is chosen or ticked: the person would type into another question than the one they read.
 */
export function OpensHere({ when = true, children }: { when?: boolean; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = part.current?.querySelector(FOCUSABLE)
    if (when && first && isTyped(first) && !first.disabled && !first.readOnly) first.focus({ preventScroll: true })
  }, [when])
  return (
    <div ref={part} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}
