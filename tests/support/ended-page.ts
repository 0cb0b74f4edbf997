import { cleanup } from '@testing-library/react'
import { vi } from 'vitest'

/** A phone ends the page while another app is shown. It closes no form: what they had stored in the tab stays, and the next page finds it. */
export function endPage(): void {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  const kept = { ...sessionStorage }
  cleanup()
  Object.assign(sessionStorage, kept)
  hidden.mockRestore()
}
