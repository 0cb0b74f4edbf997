import type { Issue } from '../entity.ts'
import { hasLength, isNotAmong } from './text-rules.ts'

/** Sender that phones show: 3 to 11 letters without accent or digits, one letter at least, as operators allow. */
export const SMS_SENDER = '^(?=.*[A-Za-z])[A-Za-z0-9 ]{3,11}$'

/** Characters that the key of signed login links needs: those of a SHA-256 key (RFC 7518 §3.2 asks for 256 bits). */
export const LINK_KEY_LENGTH = 32

/** First labels of a host name that are no company (TEN-01). */
const RESERVED_KEYS = ['admin', 'www', 'localhost']
const SIRET_LENGTH = 14

/** What is wrong with a company's host label and SIRET, in the form and on the server. */
export const companyIssues = ({ key, SIRET }: { key?: string; SIRET?: string | null }): Issue[] => [
  ...isNotAmong('key', key, RESERVED_KEYS),
  ...hasLength('SIRET', SIRET, SIRET_LENGTH),
]
