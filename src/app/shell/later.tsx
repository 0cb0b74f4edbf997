import { KeptCurrent } from './kept-current.tsx'
import { LostPage } from './lost-page.tsx'

/** What the first screen can do without. Draws nothing. */
export function Later() {
  return (
    <>
      <KeptCurrent />
      <LostPage />
    </>
  )
}
