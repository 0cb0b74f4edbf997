import type { MouseEvent } from 'react'
import { appText } from '../../text/app.ts'

/** The id of a page's main, which can take the focus. */
export const CONTENT = 'contenu'

/** Without a change of the address: the part after `#` may be a public link's token, and the router would take it for another page. */
function skip(event: MouseEvent): void {
  event.preventDefault()
  const marked = document.querySelector<HTMLElement>('[data-content-start]')
  const first = marked?.querySelector<HTMLElement>(`${marked.dataset.contentStart}:is(a, button, [tabindex="0"])`)
  const target = first ?? document.getElementById(CONTENT)
  target?.focus()
}

/**
 * « Aller au contenu », the first thing that the Tab key reaches; shown while it has the focus. It leads to main; where many buttons stand before what
 * people come for (the agenda), an element says by `data-content-start` which of its descendants (a selector) it leads to instead, to the first one.
 */
export function SkipLink({ className }: { className: string }) {
  return (
    <a href={`#${CONTENT}`} className={className} onClick={skip}>
      {appText.skipToContent}
    </a>
  )
}
