import { createContext, useContext } from 'react'
import type { SeenStore } from '../../data/api/seen-store.ts'

export interface Space {
  /** The stored answers on this device; null where nothing may be stored (a public link's device may be anybody's). */
  store: SeenStore | null
  /** Token of a public link; without it the session's token. */
  token?: string
}

export const SpaceContext = createContext<Space>({ store: null })

/** Where the screens of the space load from. */
export const useSpace = (): Space => useContext(SpaceContext)
