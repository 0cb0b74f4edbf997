import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BackupError } from './manifest.ts'

/**
 * How `npm run backup` asks the server that holds the embedded database: by a file in the data folder, which only who may read
 * everything there can write. The server answers by another.
 */
interface BackupRequest {
  id: string
  /** Absolute folder. */
  to: string
}
type BackupAnswer = { id: string; rows: number; files: number } | { id: string; error: string }

const REQUEST = 'sauvegarde-demandee.json'
const answerPath = (dataDir: string, id: string): string => join(dataDir, `sauvegarde-${id}.json`)
const POLL_MS = 300
/** A server that does not take the request by then does not run, or is older. */
const TAKEN_MS = 20_000

const put = (path: string, value: unknown): void => {
  writeFileSync(`${path}.partiel`, JSON.stringify(value), { mode: 0o600 })
  renameSync(`${path}.partiel`, path)
}

/** Watches for requests until the answer is called. */
export function watchBackupRequests(
  dataDir: string,
  run: (to: string) => Promise<{ rows: number; files: number }>,
): () => void {
  const path = join(dataDir, REQUEST)
  const timer = setInterval(() => {
    if (!existsSync(path)) return
    const { id, to } = JSON.parse(readFileSync(path, 'utf8')) as BackupRequest
    rmSync(path)
    if (!/^[\w-]{1,64}$/.test(id)) return
    run(to).then(
      (done) => put(answerPath(dataDir, id), { id, ...done } satisfies BackupAnswer),
      (error: unknown) =>
        put(answerPath(dataDir, id), { id, error: error instanceof Error ? error.message : String(error) }),
    )
  }, POLL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Asks the server that holds the folder, and waits for its answer. @throws BackupError */
export async function requestBackup(dataDir: string, to: string): Promise<{ rows: number; files: number }> {
  const id = randomUUID()
  const [request, answer] = [join(dataDir, REQUEST), answerPath(dataDir, id)]
  put(request, { id, to } satisfies BackupRequest)
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
  return given
}
