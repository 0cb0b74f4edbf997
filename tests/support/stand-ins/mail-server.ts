import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  envelope: { from: string; to: string[]; user: string | undefined }
  mail: ParsedMail
  raw: string
}

export interface MailServer {
  port: number
  /** Oldest first. */
  received: ReceivedMail[]
  /** Open connections. */
  connections: SMTPServer['connections']
  close: () => Promise<void>
}

/** A real SMTP server (smtp-server) on the loopback address, read with a real parser (mailparser). */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks)
        const { mailFrom, rcptTo } = session.envelope
        const envelope = {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: session.user as string | undefined,
        }
        received.push({ envelope, mail: await simpleParser(raw), raw: raw.toString('latin1') })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    connections: server.connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
