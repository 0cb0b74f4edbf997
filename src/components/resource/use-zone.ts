import { useCompany } from '../../app/session.tsx'

export const DEFAULT_ZONE = 'Europe/Paris'

/** The company's time zone. */
export const useZone = (): string => useCompany()?.FUSEAU || DEFAULT_ZONE
