import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { type Encryption, readPassphrase } from './encryption.ts'
import { BackupError } from './manifest.ts'
import { type BackupKeys, NO_KEYS } from './open-parts.ts'

/** What a command opens a backup with: `--identity <file>`, the passphrase's file, or a passphrase typed at the terminal. */
export function keysOf(identity: string | undefined, encryption: Encryption | null): BackupKeys {
  return {
    identities: async () => (identity === undefined ? NO_KEYS.identities() : readIdentities(identity)),
    passphrase: async () => {
      if (encryption?.kind === 'passphrase') return readPassphrase(encryption.file)
      return process.stdin.isTTY ? ask('Phrase secrète de la sauvegarde : ') : NO_KEYS.passphrase()
    },
  }
}

function readIdentities(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    throw new BackupError(`--identity : le fichier « ${path} » ne peut pas être lu.`)
  }
}

/** Asks without showing what is typed. */
async function ask(question: string): Promise<string> {
  const nothing = new Writable({ write: (_piece, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nothing, terminal: true })
  process.stdout.write(question)
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stdout.write('\n')
  }
}
