import { createCipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import type { Recipient } from 'age-encryption'
import { BackupError } from './manifest.ts'

/** Who opens a backup: whoever has the private key of one of these public keys, or knows the passphrase in this file. */
export type Encryption = { kind: 'recipients'; recipients: string[] } | { kind: 'passphrase'; file: string }

/** Encrypts the parts of one backup, each into a file that the `age` program opens too. */
export interface Sealer {
  kind: Encryption['kind']
  /** For `pipeline`: bytes in, an age file out, piece by piece. */
  seal: (source: AsyncIterable<Buffer>) => AsyncIterable<Uint8Array>
  /** Under a passphrase: the backup's own private key, which the passphrase opens. */
  keyFile: Uint8Array | null
}

/** End of the name of an encrypted part. */
export const SEALED = '.age'
const PASSPHRASE_MIN = 16

/** age's format and its library. Loaded only when a backup is made or opened, because loading takes longer than everything else that a command loads. */
export const age = () => import('age-encryption')

/** @throws BackupError when the keys or the passphrase are unusable; the message is French and repeats no secret */
export async function createSealer(encryption: Encryption): Promise<Sealer> {
  const { Encrypter, generateIdentity, identityToRecipient } = await age()
  const parts = new Encrypter()
  let keyFile: Uint8Array | null = null
  if (encryption.kind === 'recipients') {
    await checkEncryption(encryption)
    for (const recipient of encryption.recipients) parts.addRecipient(recipient)
  } else {
    // A passphrase takes a second for each file that it opens. So it opens only the key of this backup, which opens the parts.
    const identity = await generateIdentity()
    const owner = new Encrypter()
    owner.addRecipient(await passphraseRecipient(readPassphrase(encryption.file)))
    keyFile = await owner.encrypt(`${identity}\n`)
    parts.addRecipient(await identityToRecipient(identity))
  }
  return {
    kind: encryption.kind,
    seal: async function* (source) {
      yield* await parts.encrypt(webStream(source))
    },
    keyFile,
  }
}

/** Checked before the first backup is asked for, and before the server serves. @throws BackupError as `createSealer` */
export async function checkEncryption(encryption: Encryption | null): Promise<void> {
  if (encryption?.kind === 'passphrase') readPassphrase(encryption.file)
  if (encryption?.kind !== 'recipients') return
  const { Encrypter } = await age()
  try {
    for (const recipient of encryption.recipients) new Encrypter().addRecipient(recipient)
  } catch {
    throw new BackupError(
      'BACKUP_RECIPIENT a une clé publique mal recopiée : donnez celle que « npm run backup-key » a montrée (age1…).',
    )
  }
}

/** The one line of a file. @throws BackupError */
export function readPassphrase(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch {
    throw new BackupError(`BACKUP_PASSPHRASE_FILE : le fichier « ${file} » ne peut pas être lu.`)
  }
  if (text.length >= PASSPHRASE_MIN && !/[\r\n]/.test(text)) return text
  throw new BackupError(
    `BACKUP_PASSPHRASE_FILE : « ${file} » doit contenir une phrase secrète, sur une ligne, d'au moins ${PASSPHRASE_MIN} caractères (openssl rand -base64 32).`,
  )
}

/** The library takes web streams, because it runs in browsers too. */
export const webStream = (source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> =>
  Readable.toWeb(Readable.from(source, { objectMode: false })) as ReadableStream<Uint8Array>

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
const LABEL = 'age-encryption.org/v1/scrypt'
/** As the `age` program: 256 MB and about a second. */
const LOG_N = 18

/**
 * The library's own passphrase code blocks the thread that answers requests for a second or more. This writes the same stanza (age-encryption.org/v1, «
 * scrypt recipient stanza ») with Node's scrypt, which does not block.
 */
async function passphraseRecipient(passphrase: string): Promise<Recipient> {
  const { Stanza } = await age()
  return {
    wrapFileKey: async (fileKey) => {
      const salt = randomBytes(16)
      const options = { N: 2 ** LOG_N, r: 8, p: 1, maxmem: 2 ** 29 }
      const key = await derive(passphrase, Buffer.concat([Buffer.from(LABEL), salt]), 32, options)
      const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: 16 })
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
      return [new Stanza(['scrypt', salt.toString('base64').replaceAll('=', ''), String(LOG_N)], body)]
    },
  }
}
