import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
}
interface Done {
  rows: number
  files: number
  encrypted: boolean
}
type BackupAnswer = ({ id: string } & Done) | { id: string; error: string }

const REQUEST = 'sauvegarde-demandee.json'
const answerPath = (dataDir: string, id: string): string => join(dataDir, `sauvegarde-${id}.json`)
const POLL_MS = 300
/** A server that has not taken the request by then does not run, or is older. */
const TAKEN_MS = 20_000

const put = (path: string, value: unknown): void => {
  writeFileSync(`${path}.partiel`, JSON.stringify(value), { mode: 0o600 })
  renameSync(`${path}.partiel`, path)
}

/** Watches for requests; call the answer to stop it. */
export function watchBackupRequests(
  dataDir: string,
  run: (to: string, encryption: Encryption | null) => Promise<Done>,
): () => void {
  const path = join(dataDir, REQUEST)
  const timer = setInterval(() => {
    if (!existsSync(path)) return
    // A command of an older version does not send `encryption`.
    const { id, to, encryption = null } = JSON.parse(readFileSync(path, 'utf8')) as BackupRequest
    rmSync(path)
    if (!/^[\w-]{1,64}$/.test(id)) return
    run(to, encryption).then(
      ({ rows, files, encrypted }) =>
        put(answerPath(dataDir, id), { id, rows, files, encrypted } satisfies BackupAnswer),
      (error: unknown) =>
        put(answerPath(dataDir, id), { id, error: error instanceof Error ? error.message : String(error) }),
    )
  }, POLL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Asks the server that holds the folder, and waits for its answer. @throws BackupError */
export async function requestBackup(dataDir: string, to: string, encryption: Encryption | null): Promise<Done> {
  const id = randomUUID()
  const [request, answer] = [join(dataDir, REQUEST), answerPath(dataDir, id)]
  put(request, { id, to, encryption } satisfies BackupRequest)
  const limit = Date.now() + TAKEN_MS
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    if (existsSync(answer)) break
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
