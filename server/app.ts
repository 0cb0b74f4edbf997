import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify'
import { notFound } from '../schemas/errors.ts'
import { HEADER, SERVER_MARK } from '../schemas/protocol.ts'
import { SYNCED } from '../schemas/resources.ts'
import { VERSIONS, type Versions } from '../schemas/versions.ts'
import { impersonationTrailPlugin } from './audit/impersonation-trail.ts'
import type { Backups } from './backup/backups.ts'
import { type Config, originOf } from './config.ts'
import { createEpochs, type Epochs, newEpochText } from './epoch/epochs.ts'
import { type MarkStore, memoryMark } from './epoch/mark.ts'
import { driveRoutes } from './files/routes/drive.ts'
import { fileRoutes } from './files/routes/files.ts'
import { type Attempts, createAttempts } from './limits/attempts.ts'
import { createLog } from './log.ts'
import { createMessages, type Messages } from './messages/messages.ts'
import { createDoor } from './monitoring/door.ts'
import { createInstallationFigures } from './monitoring/installation-figures.ts'
import { createMetrics } from './monitoring/metrics.ts'
import { createReadiness, type Readiness } from './monitoring/readiness.ts'
import { countRequest, requestMetricsPlugin } from './monitoring/request-metrics.ts'
import { answersPlugin } from './plugins/answers.ts'
import { canonicalPathPlugin } from './plugins/canonical-path.ts'
import type { Database } from './plugins/database/database.ts'
import { endsWithin } from './plugins/database/deadlines.ts'
import { declaredAnswersPlugin } from './plugins/declared-answers.ts'
import { declaredRoutesPlugin } from './plugins/declared-routes.ts'
import { errorsPlugin, toAppError } from './plugins/errors.ts'
import { createHints, hintsPlugin } from './plugins/hints.ts'
import { jsonBodyPlugin } from './plugins/json-body.ts'
import { lanesPlugin } from './plugins/lanes.ts'
import { docsRoutes, openapiPlugin } from './plugins/openapi/openapi.ts'
import { logRequest, OneLineARequest, requestLogPlugin } from './plugins/request-log.ts'
import { securityPlugin } from './plugins/security.ts'
import { reauthGatePlugin } from './plugins/session/reauth-gate.ts'
import { roleGatePlugin } from './plugins/session/role-gate.ts'
import { sessionPlugin } from './plugins/session/session.ts'
import { createSessions } from './plugins/session/sessions.ts'
import { createCompanies } from './plugins/tenant/companies.ts'
import { tenantPlugin } from './plugins/tenant/tenant.ts'
import { parseQuery, validationPlugin } from './plugins/validation.ts'
import { upgradePlugin, versionsPlugin } from './plugins/versions.ts'
import type { Ports } from './ports/ports.ts'
import { type ErasureDeps, reapplyErasures } from './privacy/erasures.ts'
import { type ErasureNotes, memoryNotes } from './privacy/notes.ts'
import { accountRoutes } from './routes/account/account.ts'
import { adminRoutes } from './routes/admin/admin.ts'
import { backupRoutes } from './routes/admin/backups.ts'
import { paymentAccountRoutes } from './routes/admin/payment-account.ts'
import { authRoutes } from './routes/auth/auth.ts'
import { companyRoutes } from './routes/company/company.ts'
import { contentRoutes } from './routes/content.ts'
import { quotePdfRoutes } from './routes/devis/pdf.ts'
import { transmitRoutes } from './routes/devis/transmit.ts'
import { entityRoutes } from './routes/entities.ts'
import { fintectureRoutes } from './routes/fintecture/fintecture.ts'
import { fintectureWebhookRoutes } from './routes/fintecture/webhook.ts'
import { healthRoutes } from './routes/health/health.ts'
import { icsRootRoutes } from './routes/ics/ics.ts'
import { impersonationRoutes } from './routes/impersonation/impersonation.ts'
import { pvRoutes } from './routes/interventions/pv.ts'
import { monitoringRoutes } from './routes/monitoring/monitoring.ts'
import { outsideRoutes } from './routes/outside.ts'
import { passwordRoutes } from './routes/password/password.ts'
import { privacyRoutes } from './routes/privacy/privacy.ts'
import { securityTxtRoutes } from './routes/security-txt/security-txt.ts'
import { startRoutes } from './routes/start/start.ts'
import { syncDeviceRoutes } from './routes/sync/devices.ts'
import { syncEpochsRoutes } from './routes/sync/epochs.ts'
import { syncKnownRoutes } from './routes/sync/known.ts'
import { syncSealKeyRoutes } from './routes/sync/seal-key.ts'
import { type StreamBudget, syncStreamRoutes } from './routes/sync/stream.ts'
import { tinkerRoutes } from './routes/tinker/tinker.ts'
import { webRoutes } from './routes/web/web.ts'
import type { Secrets } from './secrets.ts'
import { spaceRoutes } from './space/routes/space.ts'

declare module 'fastify' {
  interface FastifyInstance {
    db: Database
    secrets: Secrets
    messages: Messages
    /** `https://<label>.<domain>` of a company's key, or of 'admin': for links in mails. */
    originOf: (label: string) => string
    ports: Ports
    epochs: Epochs
    attempts: Attempts
    readiness: Readiness
    /** What the erasure of a person needs (server/privacy). */
    erasures: ErasureDeps
    /** Bytes of files that one company may keep. */
    fileQuota: number
    /** Administrators must have a second factor; those of the demonstration, whose password is published, need none. */
    adminsNeedFactor: boolean
  }
}

const BODY_LIMIT = 1024 * 1024
/** Milliseconds that the database may take to answer when the process stops. */
const SILENCE_MS = 1500

export interface Deps {
  db: Database
  secrets: Secrets
  ports: Ports
  backups: Backups
  /** Where the mark of the database is kept (MASTER-7); by default it lasts as long as the process. */
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

/** The server without its socket: `listen` it, or `inject` into it. The caller closes the database after it. */
export async function buildApp(
  config: AppConfig,
  { db, secrets, ports, backups, marks = memoryMark(), notes = memoryNotes(), log }: Deps,
): Promise<FastifyInstance> {
  const metrics = createMetrics()
  const loggerInstance: FastifyBaseLogger = log ?? createLog({ level: config.logLevel, to: config.logTo })
  const app = Fastify({
    loggerInstance,
    logController: new OneLineARequest(),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    // A HEAD would run the GET handlers, some of which act (api.md).
    exposeHeadRoutes: false,
    requestTimeout: 60_000,
    trustProxy: config.trustProxy.length > 0 && config.trustProxy,
    // A broken address or too long a parameter matches no route, hence no error handler: it gets the same body.
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const told = toAppError(error)
      request.answered = told.code
      reply.raw.once('finish', () => {
        logRequest(request, reply)
        countRequest(metrics, request, reply)
      })
      reply
        .status(told.status)
        .header('cache-control', 'no-store')
        .header(HEADER.server, SERVER_MARK)
        .header(HEADER.request, request.id)
        .send(told.toBody())
    },
    routerOptions: { querystringParser: parseQuery, maxParamLength: 200 },
  })
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
  // A restored database must not bring back erased persons either.
  const erasures: ErasureDeps = { db, files: ports.files, notes, publish: hints.publish, forget: sessions.forget }
  await reapplyErasures(erasures)
  epochs.onBegun(() => void reapplyErasures(erasures).catch((error: unknown) => app.log.error(error)))
  app.decorate('erasures', erasures)
  app.decorate('epochs', epochs)
  app.decorate('db', db)
  app.decorate('secrets', secrets)
  app.decorate('attempts', createAttempts(db, secrets))
  app.decorate('originOf', (label: string) => originOf(config, label))
  const messages = createMessages({ db, ports, keepSecrets: config.demo, onError: (error) => app.log.error(error) })
  app.decorate('ports', ports)
  app.decorate('messages', messages)
  app.addHook('onReady', async () => {
    epochs.start()
    messages.start()
  })
  const readiness = createReadiness(db)
  app.decorate('readiness', readiness)
  app.addHook('preClose', async () => readiness.leave())
  app.decorate('fileQuota', config.fileQuota)
  app.decorate('adminsNeedFactor', !config.demo)
  // At the signal, not after the last request: messages under way have the whole time, and no new one is begun.
  app.addHook('preClose', async () => messages.rest())
  app.addHook('onClose', async () => {
    const ended = Promise.all([messages.close(), hints.close(), sessions.close(), epochs.close()])
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

  await app.register(requestLogPlugin)
  await app.register(requestMetricsPlugin, { metrics })
  await app.register(errorsPlugin)
  await app.register(lanesPlugin)
  await app.register(canonicalPathPlugin)
  await app.register(answersPlugin)
  await app.register(securityPlugin, {
    https: config.publicUrl.startsWith('https://'),
    rateLimit: config.rateLimit,
    attempts: app.attempts,
    isShared: db.engine === 'postgresql',
    apiBase: config.apiBase,
    mapStyle: config.mapStyle,
  })
  await app.register(jsonBodyPlugin)
  await app.register(validationPlugin)
  await app.register(openapiPlugin, { demo: config.demo })
  await app.register(declaredRoutesPlugin)
  if (config.checkAnswers) await app.register(declaredAnswersPlugin)
  await app.register(versionsPlugin, { versions: config.versions ?? VERSIONS })
  await app.register(monitoringRoutes, {
    mayAsk: createDoor({ metricsToken: null, monitoringFrom: [], ...config }),
    readiness,
    metrics,
    installation: createInstallationFigures(db, (error) => app.log.warn(error)),
  })
  await app.register(sessionPlugin, { sessions })
  const companies = createCompanies(db)
  epochs.onBegun(companies.forget)
  await app.register(tenantPlugin, { companies })
  await app.register(roleGatePlugin)
  await app.register(reauthGatePlugin, { minutes: config.reauthMinutes ?? 15 })
  await app.register(upgradePlugin)
  await app.register(impersonationTrailPlugin)
  await app.register(hintsPlugin, { hints })

  await app.register(
    async (api) => {
      await api.register(healthRoutes)
      await api.register(startRoutes(config))
      await api.register(authRoutes)
      await api.register(passwordRoutes(config))
      await api.register(accountRoutes(config))
      await api.register(impersonationRoutes)
      await api.register(companyRoutes)
      await api.register(adminRoutes)
      await api.register(tinkerRoutes(config))
      await api.register(entityRoutes)
      await api.register(driveRoutes)
      await api.register(fileRoutes)
      await api.register(quotePdfRoutes)
      await api.register(transmitRoutes)
      await api.register(pvRoutes)
      await api.register(spaceRoutes)
      await api.register(privacyRoutes)
      await api.register(outsideRoutes(config))
      await api.register(syncStreamRoutes(config))
      await api.register(contentRoutes)
      await api.register(docsRoutes)
      await api.register(syncEpochsRoutes)
      await api.register(syncKnownRoutes)
      await api.register(syncDeviceRoutes)
      await api.register(syncSealKeyRoutes)
      await api.register(backupRoutes(backups))
      await api.register(paymentAccountRoutes)
      await api.register(fintectureRoutes)
      await api.register(fintectureWebhookRoutes)
    },
    { prefix: '/api' },
  )
  await app.register(icsRootRoutes)
  await app.register(securityTxtRoutes(config))
  await app.register(
    webRoutes({ folder: config.webDir, apiBase: config.apiBase, mapStyle: config.mapStyle, demo: config.demo }),
  )
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  return app
}
