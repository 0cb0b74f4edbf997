import { sql } from 'kysely'
import { type Answer, type Caller, type ContractApp, type ContractCompany, callerOf } from './contract.ts'
import { anonymous, messagesOf } from './space.ts'

/** Messages that were sent to a number or an address. */
export const sentTo = async (server: ContractApp, company: ContractCompany, recipient: string): Promise<string[]> =>
  (await messagesOf(server, company))
    .filter((message) => message.recipient === recipient)
    .map((message) => (message.payload as { text: string }).text)

/** Answers a change of a contact by the last link that was sent there. */
export async function answerFrom(
  server: ContractApp,
  company: ContractCompany,
  { recipient, reponse }: { recipient: string; reponse: 'confirme' | 'conteste' },
): Promise<Answer> {
  const token = await linkSentTo(server, company, recipient)
  return anonymous(server, company).post('/space/contact', { token, reponse })
}

/** The token of the last link that was sent there. */
export const linkSentTo = async (server: ContractApp, company: ContractCompany, recipient: string): Promise<string> =>
  decodeURIComponent(/coordonnees#(\S+)/.exec((await sentTo(server, company, recipient)).at(-1) ?? '')?.[1] ?? '')

/** Makes all changes of contacts, and merges, this many hours older. */
export const later = ({ db }: ContractApp, company: ContractCompany, hours: number): Promise<unknown> =>
  db.inTenant(company.id, async (tx) => {
    await sql`update contact_change set at = at - make_interval(hours => ${hours}::integer)`.execute(tx)
    await sql`update client_merge set at = at - make_interval(hours => ${hours}::integer)`.execute(tx)
  })

/** A visitor with the quote's public link, which a rep can make. */
export async function byLink(server: ContractApp, company: ContractCompany, quote: string): Promise<Caller> {
  const { data } = await company.as('camille').post(`/devis/${quote}/public_link`, {})
  const opened = await anonymous(server, company).post('/space/login_public', { token: data.token })
  return callerOf(server.app, opened.data.token as string)
}

export const askCode = (caller: Pick<Caller, 'post'>, IDDEVIS: string): Promise<Answer> =>
  caller.post('/sms/otp', { purpose: 'sign', IDDEVIS })
