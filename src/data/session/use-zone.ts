import { DEFAULT_ZONE } from '../../../schemas/dates.ts'
import { useCompany } from './session.tsx'

/** The company's time zone. */
export const useZone = (): string => useCompany()?.FUSEAU || DEFAULT_ZONE
