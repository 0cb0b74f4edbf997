import type { Secrets } from '../../secrets.ts'
import { DeliveryError, type SmtpSettings } from '../delivery.ts'
import { composeMail, type ReadFile } from './compose-mail.ts'
import type { MailPort } from './mail.ts'
import { transmit } from './smtp-transmit.ts'

export interface SmtpMailOptions {
  /** The platform's server, with its password unsealed; null: only companies with a server of their own send mails. */
  platform: SmtpSettings | null
  /** Address that the platform's server may send from. */
  from: string
  /** Name of the platform, for mails that belong to no company. */
  name: string
  secrets: Secrets
  readFile: ReadFile
  /** The demonstration: a mail without a server stays in the outbox. Elsewhere it fails, so that whoever asked for it is told. */
  keepsMails: boolean
  /** True where companies' own servers may be in our network; the platform's, which the operator wrote, always may. */
  allowPrivate: boolean
}

/**
 * SMTP: a company's own server when it has one, else the platform's. On the platform's server a company sends under its name but from the platform's address,
 * which that server may vouch for (SPF, DMARC); answers go to the company: to its
 * sender address, else to the one that its papers name.
 */
export function smtpMail(options: SmtpMailOptions): MailPort {
  const { platform, from, name, secrets, readFile, keepsMails, allowPrivate } = options
  return {
    sends: ({ SMTP }) => SMTP !== null || platform !== null || keepsMails,
    async send({ id, sender, to, payload }) {
      const own = sender.SMTP
      const server = own ? { ...own, password: own.password === null ? null : opened(secrets, own.password) } : platform
      if (!server) {
        if (keepsMails) return { status: 'recorded' }
        throw new DeliveryError('failed', 'Aucun serveur de mail n’est réglé : le message n’est pas parti.')
      }
      const ownAddress = own ? (sender.MAIL_EXPEDITEUR ?? own.user) : null
      // The platform's address is the operator's: what a customer answers there, their withdrawal too, the company never reads.
      const answers = ownAddress === null ? (sender.MAIL_EXPEDITEUR ?? sender.MAIL) : null
      const replyTo = payload.replyTo ?? answers ?? undefined
      const mail = await composeMail({
        id,
        from: { name: sender.NOM ?? name, address: ownAddress ?? from },
        to,
        payload: { ...payload, ...(replyTo === undefined ? {} : { replyTo }) },
        readFile,
      })
      return { status: 'sent', providerId: await transmit(server, mail, { allowPrivate: allowPrivate || !own }) }
    },
  }
}

function opened(secrets: Secrets, password: string): string {
  try {
    return secrets.unseal(password)
  } catch (error) {
    throw new DeliveryError(
      'retry',
      'Le mot de passe SMTP de l’entreprise est illisible : saisissez-le à nouveau.',
      error,
    )
  }
}
