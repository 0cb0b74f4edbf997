import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, it } from 'vitest'
import { email } from '../../../schemas/fields.ts'
import { type MailServer, startMailServer } from '../../../tests/support/stand-ins/mail-server.ts'
import { testSecrets } from '../../../tests/support/test-app.ts'
import { PLATFORM_SENDER, type Sender } from '../delivery.ts'
import { composeMail } from './compose-mail.ts'
import type { OutgoingMail } from './mail.ts'
import { smtpMail } from './smtp-mail.ts'

let servers: MailServer[] = []
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
  servers = []
})

async function smtpServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer({
    onAuth: ({ username, password }, _session, done) =>
      password === 'mot de passe' ? done(null, { user: username }) : done(new Error('535 Authentication failed')),
    ...options,
  })
  servers.push(server)
  return server
}

const PDF = Buffer.from('%PDF-1.7\n\u00e9\u0000\r\n.\r\n..fin', 'latin1')

const portTo = (port: number, more: { user?: string; password?: string } = {}) =>
  smtpMail({
    platform: { host: '127.0.0.1', port, secure: false, user: more.user ?? null, password: more.password ?? null },
    from: 'envois@example.com',
    name: 'Lolapp',
    secrets: testSecrets,
    readFile: async (key) => {
      if (key !== 'pv-1') throw new Error('no such file')
      return PDF
    },
    keepsMails: false,
    allowPrivate: true,
  })

const COMPANY: Sender = { ...PLATFORM_SENDER, NOM: 'Été & Fils, « Habitat »', MAIL_EXPEDITEUR: 'contact@example.org' }
const mail = (changes: Partial<OutgoingMail['payload']> = {}, more: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: '0199-essai',
  sender: COMPANY,
  to: 'eleonore@example.com',
  payload: { subject: 'Procès-verbal signé : œuvre achevée', text: 'Été à l’ombre\n.\nfin', ...changes },
  ...more,
})

it('hands a mail to an SMTP server: accents, attachment bytes, envelope, names, a stable id', async () => {
  const { port, received } = await smtpServer()
  const attachments = [{ key: 'pv-1', name: 'Procès-verbal n° 1.pdf', type: 'application/pdf' }]
  const sent = await portTo(port).send(mail({ html: '<p>Été à l’ombre</p>', attachments }))
  expect(sent).toMatchObject({ status: 'sent', providerId: expect.any(String) })
  const [{ envelope, mail: got } = { envelope: undefined, mail: undefined }] = received
  expect(envelope).toMatchObject({ from: 'envois@example.com', to: ['eleonore@example.com'] })
  expect(got?.subject).toBe('Procès-verbal signé : œuvre achevée')
  expect(got?.text?.replace(/\r/g, '')).toContain('Été à l’ombre\n.\nfin')
  expect(got?.html).toContain('Été à l’ombre')
  expect(got?.from?.value).toEqual([{ name: 'Été & Fils, « Habitat »', address: 'envois@example.com' }])
  expect(got?.replyTo?.value[0]?.address).toBe('contact@example.org')
  expect(got?.messageId).toBe('<0199-essai@example.com>')
  expect(got?.attachments[0]).toMatchObject({ filename: 'Procès-verbal n° 1.pdf', contentType: 'application/pdf' })
  expect(Buffer.compare(got?.attachments[0]?.content ?? Buffer.alloc(0), PDF)).toBe(0)
})

it('writes from a company’s own server with its sealed password and its own address', async () => {
  const { port, received } = await smtpServer({ authOptional: false })
  const SMTP = {
    host: '127.0.0.1',
    port,
    secure: false,
    user: 'maison',
    password: testSecrets.seal('mot de passe'),
  }
  await portTo(1).send(mail({}, { sender: { ...COMPANY, SMTP } }))
  expect(received[0]?.envelope).toMatchObject({ from: 'contact@example.org', user: 'maison' })
})

it.each(['127.0.0.1', 'localhost', '127.1', '0.0.0.0'])(
  '[SEC] a company’s own server is not in our network: nothing connects to %s, and its owner is told',
  async (host) => {
    const { port, received, connections } = await smtpServer()
    const SMTP = { host, port, secure: false, user: null, password: null }
    const company = smtpMail({
      platform: { host: '127.0.0.1', port, secure: false, user: null, password: null },
      from: 'envois@example.com',
      name: 'Lolapp',
      secrets: testSecrets,
      readFile: async () => PDF,
      keepsMails: false,
      allowPrivate: false,
    })
    let seen = 0
    connections.add = ((add) => (one) => {
      seen += 1
      return add.call(connections, one)
    })(connections.add)
    await expect(company.send(mail({}, { sender: { ...COMPANY, SMTP } }))).rejects.toMatchObject({
      kind: 'retry',
      message: expect.stringContaining('n’est pas sur Internet'),
    })
    expect(seen).toBe(0)
    // The operator's own server may be on this machine.
    await company.send(mail())
    expect([seen, received.length]).toEqual([1, 1])
  },
)

it('[API-13] a customer’s answer reaches the company: at its sender address, else at the one of its papers', async () => {
  const { port, received } = await smtpServer()
  const papers: Sender = { ...PLATFORM_SENDER, NOM: 'Rénov', MAIL: 'accueil@example.org' }
  const own = { host: '127.0.0.1', port, secure: false, user: null, password: null }
  const answerTo = async (sender: Sender, payload: Partial<OutgoingMail['payload']> = {}) => {
    await portTo(port).send(mail(payload, { sender }))
    return received.at(-1)?.mail.replyTo?.value[0]?.address
  }
  expect(await answerTo(papers)).toBe('accueil@example.org')
  expect(await answerTo({ ...papers, MAIL_EXPEDITEUR: 'contact@example.org' })).toBe('contact@example.org')
  expect(await answerTo(papers, { replyTo: 'camille@example.org' })).toBe('camille@example.org')
  // A server of its own without an address sends from the platform's too.
  expect(await answerTo({ ...papers, SMTP: own })).toBe('accueil@example.org')
  expect(await answerTo({ ...papers, SMTP: own, MAIL_EXPEDITEUR: 'contact@example.org' })).toBeUndefined()
  expect(await answerTo(PLATFORM_SENDER)).toBeUndefined()
})

const withoutServer = (keepsMails: boolean) =>
  smtpMail({
    platform: null,
    from: 'envois@example.com',
    name: 'Lolapp',
    secrets: testSecrets,
    readFile: () => Promise.reject(new Error('not asked')),
    keepsMails,
    allowPrivate: true,
  })
const OWN = { host: '127.0.0.1', port: 25, secure: false, user: null, password: null }

it('leaves mails in the outbox of the demonstration, where there is no server', async () => {
  expect(withoutServer(true).sends({ SMTP: null })).toBe(true)
  expect(await withoutServer(true).send(mail())).toEqual({ status: 'recorded' })
})

it('elsewhere a mail without a server fails, and its sender is known to send none, but for a company with its own', async () => {
  const port = withoutServer(false)
  expect([port.sends({ SMTP: null }), port.sends({ SMTP: OWN })]).toEqual([false, true])
  await expect(port.send(mail())).rejects.toMatchObject({
    kind: 'failed',
    message: 'Aucun serveur de mail n’est réglé : le message n’est pas parti.',
  })
  expect(portTo(25).sends({ SMTP: null })).toBe(true)
})

const refusing = (responseCode: number) => Object.assign(new Error('Non'), { responseCode })

it.each([
  ['a recipient refused for now', { onRcptTo: refuse(451) }, 'retry', '451'],
  ['a recipient refused for good', { onRcptTo: refuse(550) }, 'failed', '550'],
  ['a sender refused for good', { onMailFrom: refuse(553) }, 'failed', '553'],
  ['a message refused for now', { onData: refuseData(452) }, 'retry', '452'],
  ['a message refused for good', { onData: refuseData(554) }, 'failed', '554'],
] as const)('tells %s', async (_, options, kind, text) => {
  const { port } = await smtpServer(options)
  await expect(portTo(port).send(mail())).rejects.toMatchObject({ kind, message: expect.stringContaining(text) })
})

function refuse(code: number): NonNullable<SMTPServerOptions['onRcptTo']> {
  return (_address, _session, done) => done(refusing(code))
}
function refuseData(code: number): NonNullable<SMTPServerOptions['onData']> {
  return (stream, _session, done) => {
    stream.resume()
    stream.on('end', () => done(refusing(code)))
  }
}

it('tells a server that does not answer, or refuses the password, from one that fails during the transfer of the message', async () => {
  const { port } = await smtpServer({ authOptional: false })
  await expect(portTo(port, { user: 'maison', password: 'faux' }).send(mail())).rejects.toMatchObject({ kind: 'retry' })
  await expect(portTo(1).send(mail())).rejects.toMatchObject({ kind: 'retry' })
  let cut = false
  const dying = await smtpServer({
    onData(stream) {
      stream.once('data', () => {
        cut = true
        for (const connection of servers.at(-1)?.connections ?? [])
          (connection as unknown as { _socket: { destroy(): void } })._socket.destroy()
      })
    },
  })
  await expect(portTo(dying.port).send(mail())).rejects.toMatchObject({ kind: 'unknown' })
  expect(cut).toBe(true)
})

it('[SEC] no text becomes a header or a second recipient', async () => {
  const { port, received } = await smtpServer()
  const evil = 'Bonjour\r\nBcc: voleur@example.net\r\n\r\nCorps'
  await portTo(port).send(
    mail(
      { subject: evil, attachments: [{ key: 'pv-1', name: evil, type: 'text/plain\r\nX-Evil: 1' }] },
      { sender: { ...COMPANY, NOM: evil } },
    ),
  )
  const [got] = received
  expect(got?.envelope.to).toEqual(['eleonore@example.com'])
  expect([...(got?.mail.headers.keys() ?? [])]).not.toEqual(expect.arrayContaining(['bcc']))
  expect(got?.raw).not.toMatch(/^(Bcc|X-Evil):/im)

  for (const to of [
    'a@example.com, b@example.net',
    'a@example.com\r\nRCPT TO:<b@example.net>',
    'Nom <a@example.com>',
    'a@example.com>',
    '',
  ])
    await expect(portTo(port).send(mail({}, { to })), to).rejects.toMatchObject({ kind: 'failed' })
  expect(received).toHaveLength(1)
  // An address that is none is left out: the customer gets the mail all the same.
  await portTo(port).send(mail({ replyTo: 'a@example.com\r\nBcc: b@example.net' }))
  expect(received[1]?.envelope.to).toEqual(['eleonore@example.com'])
  expect(received[1]?.raw).not.toMatch(/b@example\.net/)
})

it('writes to each address that a form accepts, and lets answers go there', async () => {
  const { port, received } = await smtpServer()
  const accepted = new RegExp((email('MAIL').schema as unknown as { pattern: string }).pattern)
  for (const address of ["p.o'connor@example.com", 'léa+devis@example.com', 'a_b-c.d@sous.example.com']) {
    expect(accepted.test(address), address).toBe(true)
    await portTo(port).send(mail({ replyTo: address }, { to: address }))
    expect(received.at(-1)?.mail.replyTo?.value[0]?.address).toBe(address)
  }
})

it('[API-13] writes to and from a domain with accents as every server takes it, whether it knows SMTPUTF8 or not', async () => {
  const { port, received } = await smtpServer({ hideSMTPUTF8: true })
  const draft = {
    id: '0199-essai',
    from: { name: 'Rénov', address: 'contact@rénov.fr' },
    to: 'client@été.example.com',
    payload: { subject: 'Devis', text: 'Devis', replyTo: 'contact@rénov.fr' },
    readFile: async () => PDF,
  }
  const { envelope, content } = await composeMail(draft)
  expect(envelope).toEqual({ from: 'contact@xn--rnov-bpa.fr', to: ['client@xn--t-9fab.example.com'] })
  const heads = content.toString('latin1').split('\r\n\r\n')[0] ?? ''
  expect(heads).toContain('Message-ID: <0199-essai@xn--rnov-bpa.fr>')
  expect(heads).toMatch(/^To: client@xn--t-9fab\.example\.com$/m)
  expect(heads).toMatch(/^Reply-To: contact@xn--rnov-bpa\.fr$/m)
  expect(heads).toMatch(/^\p{ASCII}*$/u)
  await portTo(port).send(mail({}, { to: draft.to }))
  expect(received).toHaveLength(1)
})

it('[SEC] a password never travels in clear to another machine', async () => {
  // This machine under a name that is not known to be this machine; without a password the same server takes the mail.
  const { port, received } = await smtpServer()
  const to = (user: string | null, password: string | null) =>
    smtpMail({
      platform: { host: '127.1', port, secure: false, user, password },
      from: 'envois@example.com',
      name: 'Lolapp',
      secrets: testSecrets,
      readFile: async () => PDF,
      keepsMails: false,
      allowPrivate: true,
    })
  await expect(to('maison', 'mot de passe').send(mail())).rejects.toMatchObject({ kind: 'retry' })
  expect(received).toHaveLength(0)
  await to(null, null).send(mail())
  expect(received).toHaveLength(1)
})
