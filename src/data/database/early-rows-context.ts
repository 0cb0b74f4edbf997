import { createContext, useContext } from 'react'
import type { EarlyRows } from '../../../sync/replicate/early-rows.ts'

export const EarlyRowsContext = createContext<EarlyRows | null>(null)

/**
 * What the login of a new phone asked for, in memory; null from the moment at which the local database has it, and everywhere else (PULL-8). Only what the
 * answer holds whole may be shown from it: a screen names what that is.
 */
export const useEarlyRows = (): EarlyRows | null => useContext(EarlyRowsContext)
