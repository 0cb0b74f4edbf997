import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { DeliveryError, type SmtpSettings } from '../delivery.ts'
import { isPrivateAddress } from '../http/private-address.ts'
import type { ComposedMail } from './compose-mail.ts'

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/**
 * The address to connect to, and the name that its certificate must have. A name is looked up here, once: it may not lead to another address when it is used
 * (rebinding).
 * @throws DeliveryError for an address of our own network, which a company would read and use through its mails (SSRF)
 */
async function publicAddress(host: string): Promise<{ host: string; servername?: string }> {
  const addresses = await lookup(host, { all: true }).catch(() => [])
  if (addresses.some(({ address }) => isPrivateAddress(address)))
    throw new DeliveryError('retry', 'Ce serveur de messagerie n’est pas sur Internet : donnez son nom public.')
  const [first] = addresses
  if (!first) throw new DeliveryError('retry', 'Le serveur de messagerie ne répond pas.')
  return { host: first.address, ...(isIP(host) === 0 ? { servername: host } : {}) }
}

/**
 * One SMTP conversation, on a connection of its own: only here is it known whether the message had begun to be sent. A failure must tell that, because such a
 * message may arrive and is not sent again by itself. A password is sent over TLS only, except to this machine.
 * @param server `password` unsealed
 * @param allowPrivate true only for a server that the operator allows: a company's own may not be in our network
 * @returns the server's name for the message
 * @throws DeliveryError
 */
export async function transmit(
  server: SmtpSettings,
  { envelope, content }: ComposedMail,
  { allowPrivate }: { allowPrivate: boolean },
): Promise<string> {
  const { host, port, secure, user, password } = server
  // The content is read only once the server has answered 354 to DATA.
  let started = false
  const body = new Readable({
    read() {
      started = true
      this.push(content)
      this.push(null)
    },
  })
  const address = allowPrivate ? { host } : await publicAddress(host)
  return new Promise((resolve, reject) => {
    const connection = new SMTPConnection({
      ...address,
      port,
      secure,
      requireTLS: !secure && password !== null && !isLoopback(host),
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      dnsTimeout: 10_000,
      socketTimeout: 20_000,
    })
    const fail = (error: SmtpError): void => {
      connection.close()
      reject(failureOf(error, started))
    }
    const send = (): void =>
      connection.send({ from: envelope.from, to: envelope.to, size: content.length }, body, (error, info) => {
        if (error || !info) return fail(error ?? {})
        connection.quit()
        resolve((info.serverMessageId ?? info.response).slice(0, 200))
      })
    connection.on('error', fail)
    connection.connect((error) => {
      if (error) return fail(error)
      if (user === null || password === null) return send()
      connection.login({ user, credentials: { user, pass: password } }, (refused) => (refused ? fail(refused) : send()))
    })
  })
}

interface SmtpError {
  code?: string | undefined
  responseCode?: number | undefined
  /** The command that the server answered. */
  command?: string | undefined
}

/** Answers that concern this mail. All others (greeting, TLS, password) are for the operator to solve, and the mails wait. */
const ABOUT_THE_MAIL = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

function failureOf(error: SmtpError, started: boolean): DeliveryError {
  const { code, responseCode, command = '' } = error
  if (code === 'EAUTH') return new DeliveryError('retry', 'Le serveur de messagerie refuse le mot de passe.', error)
  if (code === 'ETLS') return new DeliveryError('retry', 'Le serveur de messagerie ne chiffre pas la connexion.', error)
  if (responseCode !== undefined && responseCode >= 400) {
    const kind = responseCode >= 500 && ABOUT_THE_MAIL.has(command) ? 'failed' : 'retry'
    return new DeliveryError(kind, `Le serveur de messagerie a répondu ${responseCode}.`, error)
  }
  return new DeliveryError(started ? 'unknown' : 'retry', 'Le serveur de messagerie ne répond pas.', error)
}
