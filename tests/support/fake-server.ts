import { createHash } from 'node:crypto'
import { COMMAND_NAMES, commandOf } from '../../schemas/commands.ts'
import { newRecord } from '../../schemas/entity.ts'
import { mergePatch, type Stamps, unitOf, type Values } from '../../schemas/merge.ts'
import { decodeCheckpoint, encodeCheckpoint, HEADER, PAGE_SIZE } from '../../schemas/protocol.ts'
import { entityOf, SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import { encodeRange, VERSIONS } from '../../schemas/versions.ts'
import type { Call, Reply, Transport } from '../../sync/net/transport.ts'

/**
 * A server in memory that speaks the protocol of sync/SPEC.md, for tests of the device alone. The real server has its own tests, and both
 * meet in tests/faults.
 */
interface Row {
  resource: SyncedResource
  id: string
  seq: number
  version: number
  deleted: boolean
  record: Values
  stamps: Stamps
}

type Fault = 'drop-request' | 'drop-answer' | 'portal' | 'proxy-403' | 'cut'

export class FakeServer {
  epoch = 'epoch-1'
  /** The version that it announces; null for an old server that announces none. */
  versions: string | null = encodeRange({ oldest: 0, newest: VERSIONS.current })
  /** What the present epoch contains of past ones (SERVER-6). */
  past: { epoch: string; seq: number }[] = []
  scope = 'scope-1'
  seq = 0
  rows = new Map<string, Row>()
  /** Mutation ids that took effect, in order. */
  applied: string[] = []
  answers = new Map<string, Reply>()
  /** Number of bytes that arrived of each upload. */
  pieces = new Map<string, Buffer>()
  /** Bytes whose file row was lost, by SHA-256 (HEAL-5). */
  orphans = new Map<string, Buffer>()
  /** Idempotency keys of the mails that were sent. */
  mails = new Set<string>()
  /** Faults for the next matching calls, each used once; `fired` proves it. */
  faults: { method: string; fault: Fault }[] = []
  fired: Fault[] = []
  /** A write for which it returns a reply is refused with that reply. */
  refuse: (call: Call) => { status: number; code: string; details?: unknown } | null = () => null
  pageSize = PAGE_SIZE
  calls: Call[] = []

  put(resource: SyncedResource, record: Values, more: Partial<Row> = {}): Row {
    const entity = entityOf(resource)
    const id = String(record[entity.key])
    const before = this.row(resource, id)
    const row: Row = {
      resource,
      id,
      seq: ++this.seq,
      version: (before?.version ?? 0) + 1,
      deleted: false,
      record: { ...(before?.record ?? newRecord(entity, record)), ...record },
      stamps: before?.stamps ?? {},
      ...more,
    }
    this.rows.set(this.placeOf(resource, id), row)
    return row
  }

  /** A row, found by resource and id, because two resources may use the same id. */
  row(resource: SyncedResource, id: string): Row | undefined {
    return this.rows.get(this.placeOf(resource, id))
  }

  private placeOf(resource: SyncedResource, id: string): string {
    const first = this.rows.get(id)
    return first === undefined || first.resource === resource ? id : `${resource}/${id}`
  }

  remove(id: string): void {
    const row = this.rows.get(id)
    if (row) this.bury(row)
  }

  private bury(row: Row): void {
    const buried = { ...row, seq: ++this.seq, version: row.version + 1, deleted: true }
    this.rows.set(this.placeOf(row.resource, row.id), buried)
  }

  /** Saves the state. The function that it returns restores it as `npm run restore` does: new epoch, greater VERSIONs. */
  backup(): () => void {
    const { epoch, seq } = this
    const kept = structuredClone({ rows: this.rows, answers: this.answers, applied: this.applied })
    return () => {
      const rows = [...kept.rows].map(([id, row]) => [id, { ...row, version: row.version + 1_000_000 }] as const)
      Object.assign(this, { rows: new Map(rows), answers: kept.answers, applied: kept.applied, seq })
      this.past.push({ epoch, seq })
      this.epoch = `${epoch}-restored`
    }
  }

  transport(): Transport {
    return {
      call: async (call) => {
        call.signal.throwIfAborted()
        this.calls.push(call)
        const at = this.faults.findIndex((f) => f.method === call.method)
        const fault = at >= 0 ? this.faults.splice(at, 1)[0]?.fault : undefined
        if (fault) this.fired.push(fault)
        if (fault === 'drop-request') throw new TypeError('network')
        if (fault === 'portal') return reply(200, null)
        if (fault === 'proxy-403') return reply(403, { message: 'proxy' })
        const answer = { versions: this.versions, ...structuredClone(this.answer(call)) }
        if (fault === 'drop-answer') throw new TypeError('network')
        if (fault === 'cut') return { ...answer, body: null }
        return answer
      },
      stream: () => Promise.reject(new Error('no stream')),
    }
  }

  /** Saves the state. The function that it returns restores it as a machine snapshot does: same epoch, and later writes take the same seqs again. */
  snapshot(): () => void {
    const { rows, answers, applied, seq, pieces } = this
    const kept = structuredClone({ rows, answers, applied, seq })
    const ids = new Set(pieces.keys())
    return () => {
      Object.assign(this, structuredClone(kept))
      for (const id of this.pieces.keys()) if (!ids.has(id)) this.pieces.delete(id)
    }
  }

  /** Begins a new epoch, as the server does once it has recognised such a restore (SERVER-7). */
  beginEpoch(): void {
    this.past.push({ epoch: this.epoch, seq: 0 })
    this.epoch = `${this.epoch}+`
    this.seq += 1_000_000
  }

  private known(body: { mutations: string[]; files: string[] }): Reply {
    const mutations = body.mutations.filter((id) => this.answers.has(id))
    return reply(200, { data: { mutations, files: body.files.filter((id) => this.rows.has(id)) } })
  }

  private answer(call: Call): Reply {
    if (call.path === '/sync/known') return { ...this.known(call.body as never), epoch: this.epoch }
    const service = this.drive(call)
    if (service) return { ...service, epoch: this.epoch }
    if (call.method === 'GET') return this.pull(call)
    const follows = call.headers?.[HEADER.follows]
    const mutation = call.headers?.[HEADER.mutation] ?? ''
    if (follows !== undefined && follows !== this.epoch)
      return { ...reply(503, { code: 'HISTORY_CHANGED', message: '' }), mutation, epoch: this.epoch }
    const replayed = this.answers.get(mutation)
    if (replayed) return { ...this.asToday(replayed, call), epoch: this.epoch }
    const refusal = this.refuse(call)
    const answer = refusal
      ? { ...reply(refusal.status, { code: refusal.code, message: 'Refusé', details: refusal.details }), seq: null }
      : this.write(call)
    const full = { ...answer, mutation, epoch: this.epoch }
    // Like the server: a refused write may be accepted later.
    if (answer.status < 400) this.answers.set(mutation, full)
    if (!refusal) this.applied.push(mutation)
    return full
  }

  /** A replay shows the present record, and the fields of the write that the record no longer holds. */
  private asToday(first: Reply, call: Call): Reply {
    const data = (first.body as { data?: Values } | null)?.data
    const resource = resourceOf(call)
    const row = data && resource && this.row(resource, String(data[entityOf(resource).key]))
    if (!row) return first
    const body = { ...(first.body as Values), data: { ...row.record, VERSION: row.version } }
    return { ...first, body, seq: row.seq, overwritten: overwritten(row, call) }
  }

  /** The calls of files and mails, as server/files answers them; null for any other call. */
  private drive(call: Call): Reply | null {
    const refusal = /^\/(drive|intervention)\//.test(call.path) ? this.refuse(call) : null
    if (refusal) return reply(refusal.status, { ...refusal, message: 'Refusé' })
    if (call.path === '/intervention/send') {
      this.mails.add(call.headers?.[HEADER.mutation] ?? '')
      return reply(200, { data: { IDMESSAGE: 'm', MAIL: 'noel@example.com' } })
    }
    if (call.path === '/drive/upload') return this.finish(call.body as Values)
    const id = /^\/drive\/upload\/(.+)$/.exec(call.path)?.[1]
    if (id === undefined) return null
    const pieces = this.pieces.get(id) ?? Buffer.alloc(0)
    if (call.method === 'PUT') {
      const offset = Number(call.query?.offset)
      if (offset > pieces.length)
        return reply(409, { code: 'CONFLICT', message: '', details: { received: pieces.length } })
      if (offset + (call.bytes?.length ?? 0) > pieces.length)
        this.pieces.set(id, Buffer.concat([pieces, call.bytes ?? Buffer.alloc(0)]))
    }
    return reply(200, { data: { received: this.pieces.get(id)?.length ?? 0, complete: this.rows.has(id) } })
  }

  private finish(body: Values): Reply {
    const id = String(body.IDFICHIER)
    const known = this.rows.get(id)
    const bytes = this.pieces.get(id) ?? this.orphans.get(String(body.sha256)) ?? Buffer.alloc(0)
    const SHA256 = createHash('sha256').update(bytes).digest('hex')
    if (!known && SHA256 !== body.sha256) {
      this.pieces.delete(id)
      return reply(422, { code: 'VALIDATION_ERROR', message: 'Validation error' })
    }
    const row =
      known ??
      this.put('fichier', {
        IDFICHIER: id,
        IDPROJET: body.project_id,
        RESSOURCE: body.resource,
        IDENREGISTREMENT: body.id,
        NOM: body.NOM,
        TYPE_MIME: 'image/jpeg',
        TAILLE: bytes.length,
        SHA256,
        ORIGINE: body.origin,
      })
    return reply(201, { data: { ...row.record, VERSION: row.version } })
  }

  private write(call: Call): Reply {
    const resource = resourceOf(call)
    if (!resource) return reply(404, { code: 'NOT_FOUND', message: 'Introuvable' })
    const entity = entityOf(resource)
    const { _base, ...patch } = (call.body ?? {}) as Values & { _base?: Values }
    if (call.method === 'POST' && call.path === entity.path) {
      const row = this.put(resource, patch)
      return { ...reply(201, { data: { ...row.record, VERSION: row.version } }), seq: row.seq }
    }
    const id = decodeURIComponent(commandIn(call)?.id ?? call.path.split('/').at(-1) ?? '')
    const row = this.row(resource, id)
    if (!row || row.deleted) return reply(404, { code: 'NOT_FOUND', message: 'Introuvable' })
    if (call.method === 'DELETE') {
      // Like the server: an appointment is hidden, any other record becomes a tombstone.
      if (resource === 'rdv') this.put(resource, { IDRDV: id, SUPPRIME: 1 })
      else this.bury(row)
      return { ...reply(204, null), seq: this.seq }
    }
    const counter = Number(call.headers?.[HEADER.clock] ?? 1)
    const merged = mergePatch({
      entity,
      server: row.record,
      stamps: row.stamps,
      patch,
      base: _base ?? null,
      stamp: [counter, call.headers?.[HEADER.mutation] ?? '', 'me', row.version + 1],
    })
    const next = this.put(resource, merged.record, {
      stamps: merged.stamps,
      version: Math.max(row.version + 1, counter),
    })
    return {
      ...reply(200, {
        data: { ...next.record, VERSION: next.version },
        conflits: merged.lost.map((l) => ({ PERDU: l.lost })),
      }),
      seq: next.seq,
      overwritten: overwritten(next, call),
    }
  }

  /** All rows, because a first screen may show any of them. */
  private bootstrap(): Reply {
    const alive = [...this.rows.values()].filter((row) => !row.deleted)
    const data = Object.fromEntries(
      SYNCED.map((name) => [name, alive.filter(({ resource }) => resource === name).map(pulled)]),
    )
    return { ...reply(200, { data }), epoch: this.epoch }
  }

  private pull(call: Call): Reply {
    if (call.path === '/sync/epochs')
      return { ...reply(200, { data: { epoch: this.epoch, past: this.past } }), epoch: this.epoch }
    if (call.path === '/sync/bootstrap') return this.bootstrap()
    if (call.path === '/sync/total') {
      const total = [...this.rows.values()].filter((row) => !row.deleted).length
      return { ...reply(200, { data: { total } }), epoch: this.epoch }
    }
    const resource = SYNCED.find((name) => entityOf(name).path === call.path)
    if (!resource || call.query?.since === undefined) return reply(404, null)
    const since = call.query.since === '' ? null : decodeCheckpoint(call.query.since)
    const stale = since && (since.epoch !== this.epoch || since.scope !== this.scope || since.seq > this.seq)
    if (stale) return { ...reply(410, { code: 'GONE', message: '' }), epoch: this.epoch }
    const start = since?.start ?? this.seq
    const after = since?.seq ?? 0
    const found = [...this.rows.values()]
      .filter((row) => row.resource === resource && row.seq > after && !(row.deleted && row.seq <= start))
      .sort((a, b) => a.seq - b.seq)
    const page = found.slice(0, this.pageSize)
    const complete = page.length === found.length
    const seq = complete ? this.seq : (page.at(-1)?.seq ?? after)
    const data = page.map((row) =>
      row.deleted ? { [entityOf(resource).key]: row.id, _deleted: true, _seq: row.seq } : pulled(row),
    )
    const checkpoint = encodeCheckpoint({ epoch: this.epoch, seq, start, scope: this.scope })
    return { ...reply(200, { data, checkpoint, complete }), epoch: this.epoch }
  }
}

/** The command that a call is: its resource, and the id as the path has it. */
function commandIn({ method, path }: Call): { resource: SyncedResource; id: string | undefined } | undefined {
  for (const command of COMMAND_NAMES.map((name) => commandOf(name))) {
    for (const route of command.routes) {
      const match = new RegExp(`^${route.path.replace(/:\w+/, '([^/]+)')}$`).exec(path)
      if (match && method === command.method) return { resource: command.resource, id: match[1] }
    }
  }
  return undefined
}

/** Longest path first: a report's form is at /report, and a filled one at /report/submission. */
const BY_PATH = [...SYNCED].sort((a, b) => entityOf(b).path.length - entityOf(a).path.length)

const resourceOf = (call: Call): SyncedResource | undefined =>
  commandIn(call)?.resource ??
  BY_PATH.find((name) => call.path === entityOf(name).path || call.path.startsWith(`${entityOf(name).path}/`))

/** Same rule as server/writes/apply-mutation.ts. */
function overwritten({ resource, stamps }: Row, { body, headers }: Call): string[] {
  const { fields } = entityOf(resource)
  return Object.keys((body ?? {}) as Values).filter((name) => {
    const stamp = fields[name] && stamps[unitOf(fields[name], name)]
    return stamp !== undefined && stamp[1] !== headers?.[HEADER.mutation]
  })
}

const pulled = ({ record, version, seq }: Row): Values => ({ ...record, VERSION: version, _deleted: false, _seq: seq })

const reply = (status: number, body: unknown): Reply => ({
  status,
  body,
  mutation: null,
  epoch: null,
  seq: null,
  retryAfter: null,
  overwritten: [],
})
