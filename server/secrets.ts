import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createEvidenceKeys, type EvidenceKeys } from './evidence/keys.ts'

/** The server's secrets, all with one key: stored passwords of other services, signed links, one-time codes. */
export interface Secrets {
  /** Keyed digest in hex; a digest made for one `purpose` is not valid for another. */
  digest(purpose: string, text: string): string
  /** Text that only this key opens. */
  seal(text: string): string
  /** @throws Error when it was sealed with another key, or changed */
  unseal(sealed: string): string
  /** The keys that seal evidence. */
  evidence: EvidenceKeys
}

const KEY_BYTES = 32

/** @param rootKey 32 random bytes @param former its predecessors, the latest first: evidence that they sealed can still be checked */
export function createSecrets(rootKey: Buffer, former: readonly Buffer[] = []): Secrets {
  const derived = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', rootKey, 'lolapp', purpose, KEY_BYTES))
  const sealing = derived('seal')
  return {
    evidence: createEvidenceKeys([rootKey, ...former]),
    digest: (purpose, text) =>
      createHmac('sha256', derived(`digest ${purpose}`))
        .update(text)
        .digest('hex'),
    seal(text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    unseal(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

/**
 * The key of an installation without SECRET_KEY: made at the first start, kept beside the embedded database. Several processes need SECRET_KEY, because each
 * must open what another sealed.
 */
export function keyOfFolder(folder: string): Buffer {
  const path = join(folder, 'secret.key')
  mkdirSync(folder, { recursive: true })
  try {
    // `wx`: of two concurrent first starts, one makes the file and the other reads it.
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, randomBytes(KEY_BYTES).toString('hex'))
    fsyncSync(file)
    closeSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  if (key.length !== KEY_BYTES) throw new Error(`${path} ne contient pas une clé de 32 octets.`)
  return key
}
