import { OCCUPATION_DOC, type Occupation } from '../../../sync/replicate/occupation.ts'
import { useLocalDocument } from './use-local-document.ts'

/** The taken times of colleagues on this device (DAY-01); undefined until the first answer, null while it has none. */
export const useOccupation = (): Occupation | null | undefined => useLocalDocument<Occupation>(OCCUPATION_DOC)
