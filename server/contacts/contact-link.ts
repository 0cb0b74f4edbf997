import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Secrets } from '../secrets.ts'

/** Address at which an old contact answers about a change. */
export type ContactUrl = (company: { id: string; key: string }, changeId: string) => string

const digestOf = (secrets: Secrets, companyId: string, changeId: string): string =>
  secrets.digest('contact change', `${companyId}\n${changeId}`)

/** The token that only the old contact is sent: it allows an answer to one change. */
export const contactToken = (secrets: Secrets, companyId: string, changeId: string): string =>
  `${changeId}.${digestOf(secrets, companyId, changeId)}`

/** Where it is answered. The token comes after the #: browsers keep that part out of requests, logs and referrers. */
export const contactUrl = (
  { secrets, originOf }: Pick<FastifyInstance, 'secrets' | 'originOf'>,
  company: { id: string; key: string },
  changeId: string,
): string => `${originOf(company.key)}/coordonnees#${contactToken(secrets, company.id, changeId)}`

/** The change that a token belongs to; null for a forged one. */
export function changeOfToken(secrets: Secrets, companyId: string, token: string): string | null {
  const at = token.lastIndexOf('.')
  const changeId = token.slice(0, Math.max(at, 0))
  const expected = Buffer.from(digestOf(secrets, companyId, changeId))
  const given = Buffer.from(token.slice(at + 1))
  return given.length === expected.length && timingSafeEqual(given, expected) ? changeId : null
}
