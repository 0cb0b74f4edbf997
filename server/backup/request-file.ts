import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { holderOf } from '../plugins/database/folder-lock.ts'
import type { BackupWishes } from './backups.ts'
import type { Encryption } from './encryption.ts'
import { BackupError } from './manifest.ts'

/**
 * How `npm run backup` asks the server that holds the embedded database: by a file in the data folder, where only accounts that may read everything in it can
 * write. The server answers by another file.
 */
interface BackupRequest {
  id: string
  /** Absolute folder. */
  to: string
  /** As the command says; null: as the server's settings say. */
  encryption: Encryption | null
  allowMissing: boolean
}
interface Done {
  rows: number
  files: number
  encrypted: boolean
  /** Of a server of before: undefined, because it does not look. */
  missing?: number
}
type BackupAnswer = ({ id: string } & Done) | { id: string; error: string }

const REQUEST = 'sauvegarde-demandee.json'
const answerPath = (dataDir: string, id: string): string => join(dataDir, `sauvegarde-${id}.json`)
const POLL_MS = 300
/** A server that has not taken the request by then does not run, or is older. */
const TAKEN_MS = 20_000

/** @param dataDir whose owner can read it: a file that root wrote for itself would be closed to the server */
const put = (dataDir: string, path: string, value: unknown): void => {
  writeFileSync(`${path}.partiel`, JSON.stringify(value), { mode: 0o600 })
  const { uid, gid } = statSync(dataDir)
  if (process.getuid?.() === 0 && uid !== 0) chownSync(`${path}.partiel`, uid, gid)
  renameSync(`${path}.partiel`, path)
}

/**
 * Watches for requests; call the answer to stop it. Nothing here ends the server, which has other work: what cannot be read or written is reported.
 * @param onError called once for a request that cannot be read, however long it stays
 */
export function watchBackupRequests(
  dataDir: string,
  run: (to: string, wishes: Required<BackupWishes>) => Promise<Done>,
  onError: (error: unknown) => void,
): () => void {
  const path = join(dataDir, REQUEST)
  let isTold = false
  const take = (): BackupRequest | null => {
    try {
      const request = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as BackupRequest) : null
      if (request) rmSync(path)
      isTold = false
      return request
    } catch (error) {
      if (!isTold) onError(error)
      isTold = true
      return null
    }
  }
  const answer = (given: BackupAnswer): void => {
    try {
      put(dataDir, answerPath(dataDir, given.id), given)
    } catch (error) {
      onError(error)
    }
  }
  const timer = setInterval(() => {
    const request = take()
    if (!request) return
    // A command of an older version does not send all of them.
    const { id, to, encryption = null, allowMissing = false } = request
    if (!/^[\w-]{1,64}$/.test(id)) return
    run(to, { encryption, allowMissing }).then(
      ({ rows, files, encrypted, missing = 0 }) => answer({ id, rows, files, encrypted, missing }),
      (error: unknown) => answer({ id, error: error instanceof Error ? error.message : String(error) }),
    )
  }, POLL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Asks the server that holds the folder, and waits for its answer. @throws BackupError */
export async function requestBackup(dataDir: string, to: string, wishes: BackupWishes): Promise<Done> {
  const { encryption = null, allowMissing = false } = wishes
  const id = randomUUID()
  const [request, answer] = [join(dataDir, REQUEST), answerPath(dataDir, id)]
  const server = holderOf(dataDir)
  put(dataDir, request, { id, to, encryption, allowMissing } satisfies BackupRequest)
  const limit = Date.now() + TAKEN_MS
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    if (existsSync(answer)) break
    if (server && !holds(dataDir, server) && !existsSync(answer)) {
      rmSync(request, { force: true })
      throw new BackupError('Le serveur s’est arrêté pendant la sauvegarde : elle n’est pas faite. Recommencez.')
    }
    if (existsSync(request) && Date.now() > limit) {
      rmSync(request, { force: true })
      throw new BackupError('Le serveur qui tient ce dossier de données ne répond pas à la demande de sauvegarde.')
    }
  }
  const given = JSON.parse(readFileSync(answer, 'utf8')) as BackupAnswer
  rmSync(answer)
  if ('error' in given) throw new BackupError(given.error)
  // A server older than encryption, which also writes its key there.
  if (encryption && !given.encrypted)
    throw new BackupError(
      `Le serveur, d'une version plus ancienne, a fait la sauvegarde « ${to} » sans la chiffrer : effacez-la, redémarrez-le, puis recommencez.`,
    )
  return given
}

/** A backup may take an hour, so only the end of the server that makes it says that no answer will come. On a volume whose clock differs its lock alone does. */
function holds(dataDir: string, server: Exclude<ReturnType<typeof holderOf>, null>): boolean {
  const now = holderOf(dataDir)
  return now !== null && now.nonce === server.nonce && (now.isFresh || !server.isFresh)
}
