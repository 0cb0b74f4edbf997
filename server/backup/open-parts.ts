import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Decrypter } from 'age-encryption'
import { age, SEALED, webStream } from './encryption.ts'
import { BackupError, damagedBackup, MANIFEST, MANIFEST_HASH, type Manifest, type Part, sha256 } from './manifest.ts'

/** What opens an encrypted backup; asked for only when it is needed. */
export interface BackupKeys {
  /** Text of the file of private keys. @throws BackupError when there is none */
  identities: () => Promise<Buffer>
  /** @throws BackupError when nobody can be asked */
  passphrase: () => Promise<string>
}

/** The bytes of a part, decrypted. */
export type OpenPart = (part: Part) => AsyncIterable<Buffer>

/** For a command that was given no key. */
export const NO_KEYS: BackupKeys = {
  identities: async () => {
    throw new BackupError(
      'Cette sauvegarde est chiffrée : donnez le fichier de la clé privée avec --identity. Exemple : npm run restore -- --from sauvegardes/lundi --identity cle-des-sauvegardes.txt',
    )
  },
  passphrase: async () => {
    throw new BackupError(
      'Cette sauvegarde est chiffrée par une phrase secrète : donnez le fichier qui la contient (BACKUP_PASSPHRASE_FILE).',
    )
  },
}

/**
 * Opens the parts of a backup whose hashes hold (`readBackup`). Every part of an encrypted one is decrypted here once, to its end: so its later users meet no
 * wrong key and no changed byte.
 * @throws BackupError for a wrong key, and for parts that were not made with it
 */
export async function openParts(folder: string, manifest: Manifest, keys: BackupKeys): Promise<OpenPart> {
  const { encryption } = manifest
  if (!encryption) return ({ path }) => createReadStream(join(folder, path))
  const decrypter =
    encryption.kind === 'passphrase'
      ? await ownerOf(readFileSync(join(folder, encryption.key.path)), keys)
      : await ownerOf(await keys.identities(), keys)
  const open: OpenPart = async function* ({ path }) {
    try {
      for await (const piece of await decrypter.decrypt(webStream(createReadStream(join(folder, path)))))
        yield Buffer.from(piece)
    } catch (error) {
      throw isWrongKey(error)
        ? new BackupError(
            `Cette clé n'ouvre pas la sauvegarde « ${folder} » (${path}) : donnez celle pour laquelle elle a été faite. Elle n'est pas restaurée.`,
          )
        : damagedBackup(folder, `${path} ne se déchiffre pas`)
    }
  }
  // Whoever may write into the folder can change the manifest and its hash, but not the encrypted copy of the hash.
  const sealed = await textOf(open({ path: `${MANIFEST_HASH}${SEALED}`, bytes: 0, sha256: '' }))
  if (sealed !== sha256(readFileSync(join(folder, MANIFEST)))) throw damagedBackup(folder, `${MANIFEST} a changé`)
  for (const part of [...manifest.tables, ...manifest.files, ...(manifest.key ? [manifest.key] : [])])
    for await (const _ of open(part));
  return open
}

const isWrongKey = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('no identity matched')

async function textOf(pieces: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all).toString('utf8')
}

/** A file of private keys as `age-keygen` and `npm run backup-key` write it, itself encrypted by a passphrase or not. */
async function ownerOf(file: Buffer, keys: BackupKeys): Promise<Decrypter> {
  const { armor, Decrypter } = await age()
  let text = file.toString('utf8')
  const armored = text.startsWith('-----BEGIN AGE')
  if (armored || text.startsWith('age-encryption.org/')) {
    const owner = new Decrypter()
    owner.addPassphrase(await keys.passphrase())
    try {
      text = await owner.decrypt(armored ? armor.decode(text) : file, 'text')
    } catch {
      throw new BackupError("Cette phrase secrète n'ouvre pas la clé de la sauvegarde. Rien n'a changé.")
    }
  }
  const decrypter = new Decrypter()
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  try {
    for (const line of lines) decrypter.addIdentity(line)
    if (lines.length > 0) return decrypter
  } catch {
    // The error is thrown below.
  }
  throw new BackupError(
    'Ce fichier ne contient pas de clé privée age (AGE-SECRET-KEY-1…) : donnez celui que « npm run backup-key » ou « age-keygen » a fait.',
  )
}
