import { leavingText } from '../text/leaving.ts'
import { notices } from '../ui/notices/notices.tsx'

/** How many characters of a pasted text a field has no room for: the browser cuts them, and says nothing. */
function cutOf({ maxLength, selectionStart, selectionEnd, value }: HTMLTextAreaElement, pasted: string): number {
  // -1: the field has no limit.
  if (maxLength < 0) return 0
  return pasted.replaceAll('\r\n', '\n').length - (maxLength - value.length + selectionEnd - selectionStart)
}

/** Says that a pasted text lost its end, which is below what a long text's field shows. Loaded with the first form. */
globalThis.document?.addEventListener('paste', (event) => {
  if (event.defaultPrevented || !(event.target instanceof HTMLTextAreaElement)) return
  const { maxLength } = event.target
  const cut = cutOf(event.target, event.clipboardData?.getData('text') ?? '')
  // After the paste: the dialog takes the focus.
  if (cut > 0) setTimeout(() => notices.error(leavingText.pastedCut(cut, maxLength)))
})
