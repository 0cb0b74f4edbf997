import MailComposer from 'nodemailer/lib/mail-composer'
import { asciiMail } from '../../mail-address.ts'
import { DeliveryError } from '../delivery.ts'
import type { OutgoingMail, SentAttachment } from './mail.ts'

/** Bytes of a file of the drive. */
export type ReadFile = (key: string) => Promise<Uint8Array>

export interface MailDraft {
  id: string
  from: { name: string; address: string }
  to: string
  payload: OutgoingMail['payload']
  readFile: ReadFile
}

export interface ComposedMail {
  envelope: { from: string; to: string[] }
  content: Buffer
}

/** Exactly one address: no list, no name, no line end that could begin a header. An apostrophe begins none of them (« p.o'connor@… »). */
const ADDRESS = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]{1,190}$/

/** As any mail server takes it: few know domains with accents. */
function addressOf(text: string, what: string): string {
  if (ADDRESS.test(text)) return asciiMail(text)
  throw new DeliveryError('failed', `L'adresse ${what} n'est pas valide.`)
}

/** A header is one line: a text of several lines becomes one (header injection). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()

/** The message as it goes over the wire. @throws DeliveryError */
export async function composeMail({ id, from, to, payload, readFile }: MailDraft): Promise<ComposedMail> {
  const envelope = { from: addressOf(from.address, "de l'expéditeur"), to: [addressOf(to, 'du destinataire')] }
  const attachments = await Promise.all(
    (payload.attachments ?? []).map(async (file) => ({
      filename: oneLine(file.name),
      contentType: oneLine(file.type),
      content: Buffer.from(await bytesOf(file, readFile)),
    })),
  )
  const mail = new MailComposer({
    from: { name: oneLine(from.name), address: envelope.from },
    to: envelope.to,
    subject: oneLine(payload.subject),
    text: payload.text,
    ...(payload.html === undefined ? {} : { html: payload.html }),
    // A mail without an address to answer to is better than none.
    ...(ADDRESS.test(payload.replyTo ?? '') ? { replyTo: payload.replyTo } : {}),
    // A second try sends the same Message-ID.
    messageId: `<${id}@${envelope.from.split('@')[1]}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments,
    ...(payload.ical === undefined ? {} : { icalEvent: { ...payload.ical, filename: 'rendez-vous.ics' } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return { envelope, content: await mail.compile().build() }
}

async function bytesOf({ key, read }: SentAttachment, readFile: ReadFile): Promise<Uint8Array> {
  try {
    return await (read === undefined ? readFile(key) : read())
  } catch (error) {
    throw new DeliveryError('retry', 'Une pièce jointe est introuvable.', error)
  }
}
