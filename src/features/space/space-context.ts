import { createContext, useContext } from 'react'
import { AppError } from '../../../schemas/errors.ts'
import type { SeenStore } from '../../data/api/seen-store.ts'

export interface Space {
  /** The stored answers on this device; null where nothing may be stored (a public link's device may be anybody's). */
  store: SeenStore | null
  /** Token of a public link; without it the session's token. */
  token?: string
  /** The session of the link has ended: the page opens the link again. */
  onEnded?: () => void
}

/** Whether the server no longer knows the session that asked. */
export const isEnded = (error: unknown): boolean => error instanceof AppError && error.code === 'UNAUTHENTICATED'

export const SpaceContext = createContext<Space>({ store: null })

/** Where the screens of the space load from. */
export const useSpace = (): Space => useContext(SpaceContext)
