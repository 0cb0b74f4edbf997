import { phoneDigits } from '../search.ts'
import { isFrenchMobile } from './french-mobile.ts'

/** Whether a client's number, to which codes go (`cle_portable`), gets SMS: without a code nothing is signed online. */
export const canGetCode = ({ PORTABLE, TELEPHONE }: { PORTABLE: string | null; TELEPHONE: string | null }): boolean =>
  isFrenchMobile(phoneDigits(PORTABLE ?? TELEPHONE ?? ''))
