import type { FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { DATABASE_FAILURES, type DatabaseFailure, type DatabaseFigures } from '../plugins/database/figures.ts'
import type { HintFigures } from '../plugins/hints.ts'
import type { InstallationFigures } from './installation-figures.ts'
import type { TaskFigures } from './tasks.ts'

/** Everything at /metrics except the process's own figures. Every label has a closed list of values: no path, no company, no person. */
export interface Metrics {
  /** One answered request. `seconds` null: it was a stream, whose length says nothing of the server. */
  noteRequest(request: { method: string; route: string; status: number; seconds: number | null }): void
  /** A device was told to read everything again (410). */
  noteResync(): void
  /** The Prometheus text. */
  text(now: PresentFigures): Promise<string>
  readonly contentType: string
}

/** Values that are read at the moment of a scrape. */
export interface PresentFigures {
  database: DatabaseFigures
  /** The database answered the last probe. */
  answers: boolean
  hints: HintFigures
  tasks: TaskFigures
  /** null: not known now (the database does not answer). */
  installation: InstallationFigures | null
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'DELETE'])
const SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Route of a request as a label: the pattern that it matched. */
export const routeOf = ({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): string => routeOptions?.url ?? 'none'

export function createMetrics(): Metrics {
  const registers = [new Registry()]
  const gauge = <L extends string = never>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> =>
    new Gauge({ name, help, labelNames: [...labelNames], registers })
  const counter = <L extends string = never>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> =>
    new Counter({ name, help, labelNames: [...labelNames], registers })

  const requests = counter('lolapp_http_requests_total', 'Requests answered', ['method', 'route', 'status'])
  const seconds = new Histogram({
    name: 'lolapp_http_request_duration_seconds',
    help: 'Time to answer a request, streams apart',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers,
  })
  const resyncs = counter('lolapp_resyncs_total', 'Devices told to read everything again (410)')

  const up = gauge('lolapp_database_up', '1: the database answered the last probe of this process')
  const most = gauge('lolapp_database_pool_size', 'Connections that this process may open')
  const used = gauge('lolapp_database_pool_used', 'Connections in use')
  const waiting = gauge('lolapp_database_pool_waiting', 'Callers that wait for a connection')
  const failures = counter('lolapp_database_failures_total', 'Transactions that ended in an error of the database', [
    'kind',
  ])
  for (const kind of DATABASE_FAILURES) failures.inc({ kind }, 0)

  const streams = gauge('lolapp_streams_open', 'Open streams of changes')
  const published = counter('lolapp_hints_published_total', 'Messages about changes to all processes')
  const delivered = counter('lolapp_hints_sent_total', 'Hints written to streams')
  const gaps = counter('lolapp_hints_gaps_total', 'Times that hints may have been missed (LISTEN was cut)')

  const task = gauge(
    'lolapp_task_last_timestamp_seconds',
    'When this process last did a regular task without an error; 0: never',
    ['task'],
  )
  const retention = gauge(
    'lolapp_retention_last_timestamp_seconds',
    'When a process last removed what is past its period without an error; 0: never',
  )

  const outbox = gauge('lolapp_outbox_messages', 'Messages that have not arrived', ['channel', 'status'])
  const oldest = gauge('lolapp_outbox_oldest_seconds', 'Age of the oldest of them', ['channel', 'status'])
  const overdue = gauge('lolapp_outbox_overdue_seconds', 'How long the next message has been due', ['channel'])
  const dead = gauge('lolapp_outbox_dead_letters', 'Messages that are not sent again by themselves', ['channel'])
  const conflicts = gauge('lolapp_conflicts_open', 'Conflicts that nobody has resolved')
  const devices = gauge('lolapp_devices', 'Devices that told of themselves within 90 days')
  const behind = gauge('lolapp_devices_behind', 'Devices with work that has waited on them for more than a day')
  const refused = gauge('lolapp_devices_refused', 'Devices with entries that the server refused')
  const backup = gauge('lolapp_backup_last_timestamp_seconds', 'When the last backup was made; 0: never')
  const companies = gauge('lolapp_companies', 'Companies that work')
  const readAt = gauge('lolapp_figures_timestamp_seconds', 'When the figures of the whole installation were read')
  const lists: { reset(): void }[] = [outbox, oldest, overdue, dead]
  const numbers: { remove(): void }[] = [conflicts, devices, behind, refused, backup, retention, companies, readAt]

  /** Counters kept elsewhere: their values at the last scrape. */
  const last = new Map<string, number>()
  const growth = (name: string, value: number): number => {
    const grown = value - (last.get(name) ?? 0)
    last.set(name, value)
    return Math.max(0, grown)
  }

  const setInstallation = (figures: InstallationFigures | null): void => {
    // An unknown figure has no line: an old value would be taken for a present one.
    for (const one of lists) one.reset()
    for (const one of numbers) one.remove()
    if (!figures) return
    for (const { channel, status, count, age } of figures.outbox) {
      outbox.set({ channel, status }, count)
      oldest.set({ channel, status }, age)
    }
    for (const { channel, dead: count, overdue: late } of figures.channels) {
      dead.set({ channel }, count)
      overdue.set({ channel }, late)
    }
    conflicts.set(figures.conflicts)
    devices.set(figures.devices)
    behind.set(figures.behind)
    refused.set(figures.refused)
    backup.set(figures.lastBackup)
    retention.set(figures.lastRetention)
    companies.set(figures.companies)
    readAt.set(figures.readAt)
  }

  return {
    noteRequest({ method, route, status, seconds: took }) {
      const labels = { method: METHODS.has(method) ? method : 'other', route }
      requests.inc({ ...labels, status: String(status) })
      if (took !== null) seconds.observe(labels, took)
    },
    noteResync: () => resyncs.inc(),
    async text({ database, answers, hints, tasks, installation }) {
      up.set(answers ? 1 : 0)
      most.set(database.pool.most)
      used.set(database.pool.used)
      waiting.set(database.pool.waiting)
      for (const [kind, count] of Object.entries(database.failures) as [DatabaseFailure, number][])
        failures.inc({ kind }, growth(kind, count))
      streams.set(hints.listeners)
      published.inc(growth('published', hints.published))
      delivered.inc(growth('delivered', hints.delivered))
      gaps.inc(growth('gaps', hints.gaps))
      for (const [name, seconds] of Object.entries(tasks)) task.set({ task: name }, seconds)
      setInstallation(installation)
      return Registry.merge([...registers, processRegistry()]).metrics()
    },
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
  }
}

let ofProcess: Registry | undefined

/** Event-loop lag, memory, processor and garbage collection: of the process, so there is one. */
export function processRegistry(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}
