import type { Hours } from '../../../schemas/rules/free-slots.ts'
import { useCompany } from './session.tsx'

/** The company's opening hours (DAY-10); null: the usual ones. */
export const useHours = (): Hours => useCompany()?.HORAIRES ?? null
