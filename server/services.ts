import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { SYNCED } from '../schemas/resources.ts'
import type { Versions } from '../schemas/versions.ts'
import type { Backups } from './backup/backups.ts'
import { type Config, originOf } from './config.ts'
import { signedQuotePdf } from './documents/render-devis-pdf.ts'
import { createEpochs, type Epochs, newEpochText } from './epoch/epochs.ts'
import { type MarkStore, memoryMark } from './epoch/mark.ts'
import { createImports, type Imports } from './imports/imports.ts'
import { type Attempts, createAttempts } from './limits/attempts.ts'
import { createMessages, type Messages } from './messages/messages.ts'
import { createReadiness, type Readiness } from './monitoring/readiness.ts'
import { createTasks, type Tasks } from './monitoring/tasks.ts'
import { lostMessageEvent } from './notices/lost-message.ts'
import type { Database } from './plugins/database/database.ts'
import { endsWithin } from './plugins/database/deadlines.ts'
import { createHints, type Hints } from './plugins/hints.ts'
import { createSessions, type Sessions } from './plugins/session/sessions.ts'
import type { Ports } from './ports/ports.ts'
import { type ErasureDeps, reapplyErasures } from './privacy/erasures.ts'
import { type ErasureNotes, memoryNotes } from './privacy/notes.ts'
import { rdvMessageWriter } from './rdvs/write-message.ts'
import type { StreamBudget } from './routes/sync/stream.ts'
import type { Secrets } from './secrets.ts'
import { relinker } from './space/public-link.ts'
import { serviceWrite } from './writes/service-write.ts'

declare module 'fastify' {
  interface FastifyInstance {
    db: Database
    secrets: Secrets
    messages: Messages
    imports: Imports
    /** `https://<label>.<domain>` of a company's key, or of 'admin': for links in mails. */
    originOf: (label: string) => string
    ports: Ports
    epochs: Epochs
    attempts: Attempts
    readiness: Readiness
    /** When the regular tasks were last done, for those who watch the server. */
    tasks: Tasks
    /** What the erasure of a person needs (server/privacy). */
    erasures: ErasureDeps
    /** Bytes of files that one company may keep. */
    fileQuota: number
    /** Administrators must have a second factor; those of the demonstration, whose password is published, need none. */
    adminsNeedFactor: boolean
  }
}

/** Milliseconds that the database may take to answer when the process stops. */
const SILENCE_MS = 1500

export interface Deps {
  db: Database
  secrets: Secrets
  ports: Ports
  backups: Backups
  /** Where the mark of the database is kept (SERVER-7); by default it lasts as long as the process. */
  marks?: MarkStore
  /** The process's log; by default one of the app's own. */
  log?: FastifyBaseLogger
  /** Where erasures are noted outside of the database; by default the notes last as long as the process. */
  notes?: ErasureNotes
}

export type AppConfig = Pick<
  Config,
  | 'port'
  | 'demo'
  | 'webDir'
  | 'apiBase'
  | 'mapStyle'
  | 'mapPacksDir'
  | 'publicUrl'
  | 'tinker'
  | 'rateLimit'
  | 'trustProxy'
  | 'logLevel'
  | 'fileQuota'
> & {
  /** Contact for reports of a weakness. */
  securityContact?: string | null
  /** Who may read the server's state, besides this machine. */
  metricsToken?: string | null
  monitoringFrom?: readonly string[]
  /** Hint streams that one session and one company may hold. */
  streams?: StreamBudget
  /** Minutes without use after which an administrator's session ends; 30 by default. */
  adminIdleMinutes?: number
  /** Minutes during which a given password or second factor counts; 15 by default. */
  reauthMinutes?: number
  /** Tests: milliseconds between two checks that the streams' sessions are still valid. */
  streamCheckMs?: number
  /** Tests: compare every answer with what its route declares. */
  checkAnswers?: boolean
  /** Tests: those of another version of the server. */
  versions?: Versions
  /** Tests: milliseconds of one console query. */
  consoleTimeout?: number
  /** Tests: where the log goes; standard output otherwise. */
  logTo?: { write(line: string): void }
}

interface Services {
  sessions: Sessions
  hints: Hints
  epochs: Epochs
}

/** Makes what routes call by `app.<name>`, starts it with the app and ends it with it. */
export async function addServices(
  app: FastifyInstance,
  config: AppConfig,
  { db, secrets, ports, marks = memoryMark(), notes = memoryNotes() }: Deps,
): Promise<Services> {
  const [sessions, hints] = [
    await createSessions(db, { admin: (config.adminIdleMinutes ?? 30) * 60_000 }),
    await createHints(db, (error) => app.log.error(error)),
  ]
  const epochs = await createEpochs({
    db,
    marks,
    announce: (begun) => {
      app.log.warn(begun, newEpochText(begun))
      // Its devices pull at once.
      hints.publish(
        begun.companyId,
        SYNCED.map((resource) => ({ resource, seq: begun.seq })),
      )
    },
    onError: (error) => app.log.error(error),
  })
  // Before any request is answered, and before any message is sent. A mark that cannot be read now is read by a later comparison.
  await epochs.check().catch((error: unknown) => app.log.error(error))
  // A restored database must not contain erased persons again either.
  const erasures: ErasureDeps = {
    db,
    files: ports.files,
    notes,
    publish: hints.publish,
    forget: sessions.forget,
    onError: (error) => app.log.error(error),
  }
  await reapplyErasures(erasures)
  epochs.onBegun(() => void reapplyErasures(erasures).catch((error: unknown) => app.log.error(error)))
  app.decorate('erasures', erasures)
  app.decorate('epochs', epochs)
  app.decorate('db', db)
  app.decorate('secrets', secrets)
  app.decorate('attempts', createAttempts(db, secrets))
  app.decorate('originOf', (label: string) => originOf(config, label))
  const messages = createMessages({
    db,
    ports,
    mayHear: sessions.mayHear,
    readContract: (companyId, id) => signedQuotePdf(db, companyId, id),
    relink: relinker(secrets),
    writeRdv: rdvMessageWriter({ db, secrets, originOf: (label) => originOf(config, label) }),
    tellLost: (companyId, losses) =>
      serviceWrite(app, companyId, async ({ tx, tell }) => {
        for (const { message, isSure, record } of losses) {
          const event = (await record(tx)) ? await lostMessageEvent(tx, message, { isSure }) : null
          if (event) tell(event)
        }
      }),
    keepSecrets: config.demo,
    onError: (error) => app.log.error(error),
  })
  app.decorate('ports', ports)
  app.decorate('messages', messages)
  const imports = createImports({ db, publish: hints.publish, onError: (error) => app.log.error(error) })
  app.decorate('imports', imports)
  app.addHook('onReady', async () => {
    epochs.start()
    messages.start()
    imports.start()
  })
  const readiness = createReadiness(db)
  app.decorate('readiness', readiness)
  app.decorate('tasks', createTasks())
  app.addHook('preClose', async () => readiness.leave())
  app.decorate('fileQuota', config.fileQuota)
  app.decorate('adminsNeedFactor', !config.demo)
  // At the signal, not after the last request: messages under way have the whole time, and no new one is begun.
  app.addHook('preClose', async () => {
    messages.rest()
    imports.rest()
  })
  app.addHook('onClose', async () => {
    const ended = Promise.all([messages.close(), imports.close(), hints.close(), sessions.close(), epochs.close()])
    // A database that does not answer must not delay the end: the next process finds what is left.
    if (await endsWithin(SILENCE_MS, db.ping())) await ended
    else ended.catch(() => undefined)
  })
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  // A request that was under way would keep its connection, and with it the process, for as long as its client likes.
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  return { sessions, hints, epochs }
}
