import { createContext, useContext } from 'react'
import type { SeenStore } from '../../db/seen-store.ts'

export interface Space {
  /** What was seen, on this device; null where nothing is kept (a public link is nobody's device). */
  store: SeenStore | null
  /** Token of a public link; without it the session's. */
  token?: string
}

export const SpaceContext = createContext<Space>({ store: null })

/** Where the screens of the space read from. */
export const useSpace = (): Space => useContext(SpaceContext)
