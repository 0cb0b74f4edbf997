import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import { apply } from '../apply/apply.ts'
import { recover } from '../outbox/acknowledge.ts'
import { readPullState } from '../store/checkpoints.ts'

const client = (id: string, more: Record<string, unknown> = {}) => ({
  IDCLIENT: id,
  NOM: 'Durand',
  PRENOM: 'Zoé',
  PORTABLE: '0639980001',
  ...more,
})

let server: FakeServer
let device: Device
const line = () => server.transport()

beforeEach(async () => {
  server = new FakeServer()
  device = await openDevice()
})
afterEach(() => device.close())

describe('pull', () => {
  it('[PULL-4] applies every page before its checkpoint moves, and ends only on complete', async () => {
    server.pageSize = 3
    const ids = Array.from({ length: 10 }, () => String(server.put('client', client(uuidv7())).id))
    await device.pull(line(), ['client'])
    for (const id of ids) expect(await device.shown('client', id)).toMatchObject({ NOM: 'Durand' })
    expect(server.calls.filter((c) => c.path === '/clients')).toHaveLength(4)
  })

  it('[PULL-4] the next page is fetched while one is applied, and none is asked for twice', async () => {
    server.pageSize = 2
    for (let i = 0; i < 5; i++) server.put('client', client(uuidv7()))
    const { storageInstance } = device.db.of('client')
    const write = storageInstance.bulkWrite.bind(storageInstance)
    const asked = () => server.calls.filter(({ path }) => path === '/clients').length
    const askedBefore: number[] = []
    vi.spyOn(storageInstance, 'bulkWrite').mockImplementation((rows, context) => {
      askedBefore.push(asked())
      return write(rows, context)
    })
    await device.pull(line(), ['client'])
    expect(askedBefore).toEqual([2, 3, 3])
    expect(asked()).toBe(3)
  })

  it('[PULL-4] a truncated page moves nothing; the next pull brings it', async () => {
    const { id } = server.put('client', client(uuidv7()))
    server.faults.push({ method: 'GET', fault: 'cut' })
    await expect(device.pull(line(), ['client'])).rejects.toThrow('not a page')
    expect(server.fired).toEqual(['cut'])
    expect(await device.shown('client', id)).toBeNull()
    await device.pull(line(), ['client'])
    expect(await device.shown('client', id)).not.toBeNull()
  })

  it('[PULL-4] a page that cannot be applied moves nothing; the next pull brings it', async () => {
    server.pageSize = 1
    const [first, second] = [server.put('client', client(uuidv7())), server.put('client', client(uuidv7()))]
    const instance = device.db.of('client').storageInstance
    const original = instance.bulkWrite
    let pages = 0
    instance.bulkWrite = (rows, context) => {
      if (context !== 'lolapp-apply' || ++pages < 2) return original.call(instance, rows, context)
      return Promise.reject(new Error('quota'))
    }
    await expect(device.pull(line(), ['client'])).rejects.toThrow('quota')
    instance.bulkWrite = original
    expect(pages).toBe(2)
    expect(await device.shown('client', first.id)).not.toBeNull()
    expect(await device.shown('client', second.id)).toBeNull()
    await device.pull(line(), ['client'])
    expect(await device.shown('client', second.id)).not.toBeNull()
  })

  it('[PULL-4] a captive portal brings nothing and breaks nothing', async () => {
    server.put('client', client(uuidv7()))
    server.faults.push({ method: 'GET', fault: 'portal' })
    await expect(device.pull(line(), ['client'])).rejects.toThrow('not a page')
    await device.pull(line(), ['client'])
  })

  it('[PULL-5] a tab that writes between the worker read and its write loses nothing', async () => {
    const { id } = server.put('client', client(uuidv7()))
    await device.pull(line(), ['client'])
    server.put('client', client(id, { NOM: 'Martin' }))
    const instance = device.db.of('client').storageInstance
    const original = instance.bulkWrite
    let raced = false
    instance.bulkWrite = async (rows, context) => {
      if (!raced && context === 'lolapp-apply') {
        raced = true
        instance.bulkWrite = original
        await device.commands.update('client', id, { PRENOM: 'Chloé' })
      }
      return original.call(instance, rows, context)
    }
    await device.pull(line(), ['client'])
    expect(raced).toBe(true)
    expect(await device.shown('client', id)).toMatchObject({ NOM: 'Martin', PRENOM: 'Chloé' })
    expect(await device.state('client', id)).toBe('pending')
  })

  it('[PULL-6] an older server state is not applied over a newer one', async () => {
    const { id, record } = server.put('client', client(uuidv7()))
    await device.pull(line(), ['client'])
    const newer = server.put('client', client(id, { NOM: 'Neuf' }))
    await device.pull(line(), ['client'])
    await apply(device.db, 'client', {
      states: [{ id, seq: newer.seq - 1, epoch: server.epoch, record: { ...record, VERSION: 1 } }],
    })
    expect(await device.shown('client', id)).toMatchObject({ NOM: 'Neuf' })
  })

  it('[PULL-7] another scope resyncs: records out of it are removed, those with pending entries stay', async () => {
    const gone = server.put('client', client(uuidv7()))
    const kept = server.put('client', client(uuidv7()))
    const edited = server.put('client', client(uuidv7()))
    await device.pull(line(), ['client'])
    await device.commands.update('client', edited.id, { NOM: 'Mien' })
    server.rows.delete(gone.id)
    server.rows.delete(edited.id)
    server.scope = 'scope-2'
    await device.pull(line(), ['client'])
    expect(await device.shown('client', gone.id)).toBeNull()
    expect(await device.shown('client', kept.id)).not.toBeNull()
    expect(await device.shown('client', edited.id)).toMatchObject({ NOM: 'Mien' })
    expect(await device.entries()).toHaveLength(1)
  })

  it('[PULL-7] [DAY-03] in another scope no list counts as whole before it is read in it', async () => {
    const whole = async () =>
      (await Promise.all((['client', 'article'] as const).map((name) => readPullState(device.db, name)))).map(
        ({ completeAt }) => completeAt !== null,
      )
    server.put('client', client(uuidv7()))
    server.put('article', { id: uuidv7(), REFERENCE: 'FEN', LIBELLE: 'Fenêtre', PRIX_HT: 100 })
    await device.pull(line(), ['client', 'article'])
    expect(await whole()).toEqual([true, true])
    server.scope = 'scope-2'
    // Articles are read after clients, whose answer may already show the new rights.
    await device.pull(line(), ['client'])
    expect(await whole()).toEqual([true, false])
    await device.pull(line(), ['article'])
    expect(await whole()).toEqual([true, true])
  })

  it('[PULL-7] [DAY-03] after a restore alone the lists stay whole', async () => {
    server.put('client', client(uuidv7()))
    await device.pull(line(), ['client'])
    server.backup()()
    const { call, ...others } = line()
    let isGone = false
    const cut = async (asked: Parameters<typeof call>[0]) => {
      if (isGone) throw new TypeError('no network')
      const reply = await call(asked)
      isGone = reply.status === 410
      return reply
    }
    await expect(device.pull({ ...others, call: cut }, ['client'])).rejects.toThrow('no network')
    expect((await readPullState(device.db, 'client')).completeAt).not.toBeNull()
  })

  it('[PULL-7] [I10] a record that only a pending edit has kept is removed when its author abandons the refused edit', async () => {
    const { id } = server.put('client', client(uuidv7()))
    await device.pull(line(), ['client'])
    await device.commands.update('client', id, { NOM: 'Mien' })
    server.rows.delete(id)
    server.scope = 'scope-2'
    await device.pull(line(), ['client'])
    server.refuse = () => ({ status: 404, code: 'NOT_FOUND' })
    await device.push(line())
    const [refused] = await device.entries()
    expect(await device.shown('client', id)).toMatchObject({ NOM: 'Mien' })
    await device.resolver.abandon(String(refused?.id))
    expect(await device.shown('client', id)).toBeNull()
  })

  it('[PULL-7] a record that a pending edit has kept stays when the server gives it back before the edit is sent', async () => {
    const { id, record } = server.put('client', client(uuidv7()))
    await device.pull(line(), ['client'])
    await device.commands.update('client', id, { PRENOM: 'Mien' })
    server.rows.delete(id)
    server.scope = 'scope-2'
    await device.pull(line(), ['client'])
    server.put('client', record)
    await device.push(line())
    expect(await device.entries()).toEqual([])
    expect(await device.shown('client', id)).toMatchObject({ PRENOM: 'Mien' })
    await device.pull(line(), ['client'])
    expect(await device.shown('client', id)).toMatchObject({ PRENOM: 'Mien' })
  })

  it('[PULL-3] a deletion removes the record; a later replay of the old state does not restore it', async () => {
    const { id, record, seq } = server.put('client', client(uuidv7()))
    await device.pull(line(), ['client'])
    server.remove(id)
    await device.pull(line(), ['client'])
    expect(await device.shown('client', id)).toBeNull()
    await apply(device.db, 'client', { states: [{ id, seq, epoch: server.epoch, record }] })
    expect(await device.shown('client', id)).toBeNull()
  })
})

describe('outbox', () => {
  it('[OUT-1] a crash between the entry and the record is repaired at the next start', async () => {
    const { id } = server.put('client', client(uuidv7()))
    await device.pull(line(), ['client'])
    const instance = device.db.of('client').storageInstance
    const original = instance.bulkWrite
    instance.bulkWrite = () => Promise.reject(new Error('killed'))
    await device.commands.update('client', id, { NOM: 'Gardé' })
    instance.bulkWrite = original
    expect(await device.shown('client', id)).toMatchObject({ NOM: 'Durand' })
    await recover(device.db)
    expect(await device.shown('client', id)).toMatchObject({ NOM: 'Gardé' })
  })

  it('[OUT-1] an edit that the outbox could not store is not shown: the screen shows no edit that is not in the queue', async () => {
    const { id } = server.put('client', client(uuidv7()))
    await device.pull(line(), ['client'])
    const instance = device.db.outbox.storageInstance
    const original = instance.bulkWrite
    instance.bulkWrite = () => Promise.reject(new Error('quota'))
    await expect(device.commands.update('client', id, { NOM: 'Perdu' })).rejects.toThrow('quota')
    instance.bulkWrite = original
    await recover(device.db)
    expect(await device.entries()).toEqual([])
    expect(await device.shown('client', id)).toMatchObject({ NOM: 'Durand' })
    expect(await device.state('client', id)).toBe('synced')
  })

  it('[OUT-4] folds only into an entry that was never sent, and keeps the first base', async () => {
    const { id } = server.put('client', client(uuidv7()))
    await device.pull(line(), ['client'])
    await device.commands.update('client', id, { NOM: 'Un' })
    await device.commands.update('client', id, { NOM: 'Deux' })
    expect(await device.entries()).toMatchObject([{ patch: { NOM: 'Deux' }, base: { NOM: 'Durand' } }])
    server.faults.push({ method: 'PUT', fault: 'drop-answer' })
    await device.push(line())
    await device.commands.update('client', id, { NOM: 'Trois' })
    const entries = await device.entries()
    expect(entries).toHaveLength(2)
    await device.push(line())
    expect(server.rows.get(id)?.record.NOM).toBe('Trois')
    expect(server.applied).toHaveLength(2)
  })

  it('[OUT-5] an overlay is removed: my edit, its answer lost, then another person’s edit', async () => {
    const { id } = server.put('client', client(uuidv7()))
    await device.pull(line(), ['client'])
    await device.commands.update('client', id, { NOM: 'Mien' })
    server.faults.push({ method: 'PUT', fault: 'drop-answer' })
    await device.push(line())
    server.put('client', client(id, { NOM: 'Autre' }))
    await device.pull(line(), ['client'])
    expect(await device.shown('client', id)).toMatchObject({ NOM: 'Mien' })
    await device.push(line())
    await device.pull(line(), ['client'])
    expect(await device.shown('client', id)).toMatchObject({ NOM: 'Autre' })
    expect(await device.state('client', id)).toBe('synced')
  })

  it('[OUT-6] an unsent delete hides the record and destroys nothing', async () => {
    const { id } = server.put('client', client(uuidv7()))
    await device.pull(line(), ['client'])
    await device.commands.remove('client', id)
    expect(await device.shown('client', id)).toBeNull()
    await device.push(line())
    expect(server.rows.get(id)?.deleted).toBe(true)
  })

  it('[OUT-8] with no network an entry stays pending: later edits fold into it', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const id = await device.commands.create('client', { NOM: 'Hors ligne' })
    expect((await device.push(line())).kind).toBe('retry')
    expect((await device.entries()).map(({ state }) => state)).toEqual(['pending'])
    await device.commands.update('client', id, { NOM: 'Sans réseau' })
    expect(await device.entries()).toHaveLength(1)
    vi.unstubAllGlobals()
    expect((await device.push(line())).kind).toBe('idle')
    expect(server.rows.get(id)?.record).toMatchObject({ NOM: 'Sans réseau' })
  })

  it('[OUT-9] two commands at once: the later one wins, also when it undoes the first', async () => {
    const { id } = server.put('client', client(uuidv7()))
    await device.pull(line(), ['client'])
    // The first command reads slowly: the phone is busy.
    const { storageInstance } = device.db.of('client')
    const read = storageInstance.findDocumentsById.bind(storageInstance)
    let slow = 0
    vi.spyOn(storageInstance, 'findDocumentsById').mockImplementationOnce(async (ids, deleted) => {
      const found = await read(ids, deleted)
      await new Promise((resolve) => setTimeout(resolve, 50))
      slow += 1
      return found
    })
    await Promise.all(['Martin', 'Petit', 'Durand'].map((NOM) => device.commands.update('client', String(id), { NOM })))
    expect(slow).toBe(1)
    expect(await device.shown('client', String(id))).toMatchObject({ NOM: 'Durand' })
    await device.push(line())
    expect(server.rows.get(String(id))?.record).toMatchObject({ NOM: 'Durand' })
  })

  it('[OUT-7] a delete can be cancelled while it is pending, and not once it was sent', async () => {
    const { id } = server.put('client', client(uuidv7()))
    await device.pull(line(), ['client'])
    await device.commands.remove('client', id)
    expect(await device.resolver.withdraw('client', id, 'delete')).toBe(true)
    expect(await device.shown('client', id)).toMatchObject({ NOM: 'Durand' })
    await device.push(line())
    expect(server.rows.get(id)?.deleted).toBeFalsy()
    await device.commands.remove('client', id)
    await device.push(line())
    expect(await device.resolver.withdraw('client', id, 'delete')).toBe(false)
    expect(server.rows.get(id)?.deleted).toBe(true)
  })

  it('[OUT-7] cancels both deletions of an appointment that was deleted twice, and none of another one', async () => {
    const put = () =>
      server.put('rdv', {
        IDRDV: uuidv7(),
        RDV_OBJET: 'Visite',
        RDV_DEBUT: '2026-12-01 09:00',
        RDV_FIN: '2026-12-01 10:00',
      }).id
    const [id, other] = [put(), put()]
    await device.pull(line(), ['rdv'])
    for (const one of [id, other, id]) await device.commands.remove('rdv', one)
    expect(await device.resolver.withdraw('rdv', id, 'delete')).toBe(true)
    expect(await device.shown('rdv', id)).toMatchObject({ SUPPRIME: 0 })
    expect(await device.shown('rdv', other)).toMatchObject({ SUPPRIME: 1 })
  })
})

describe('push', () => {
  it('[PUSH-1] sends causes before effects, and a project of a new client after it', async () => {
    const idClient = await device.commands.create('client', { NOM: 'Nouveau' })
    const idProjet = await device.commands.create('projet', { IDCLIENT: idClient })
    await device.commands.create('rdv', {
      IDPROJET: idProjet,
      RDV_DEBUT: '2026-11-20 09:00',
      RDV_FIN: '2026-11-20 10:00',
    })
    expect((await device.push(line())).kind).toBe('idle')
    expect(server.calls.map((c) => c.path)).toEqual(['/clients', '/projets', '/rdvs'])
    expect(await device.entries()).toEqual([])
    expect(await device.state('projet', idProjet)).toBe('synced')
  })

  it('[PUSH-1] a refused record holds nothing back but what comes after it (I11)', async () => {
    server.refuse = (call) =>
      (call.body as { NOM?: string })?.NOM === 'Interdit' ? { status: 422, code: 'VALIDATION_ERROR' } : null
    const refused = await device.commands.create('client', { NOM: 'Interdit' })
    const after = await device.commands.create('projet', { IDCLIENT: refused })
    // More than are sent at once.
    const others: string[] = []
    for (let i = 0; i < 8; i += 1) others.push(await device.commands.create('client', { NOM: `Libre ${i}` }))
    expect(await device.push(line()).catch((error: unknown) => error)).toEqual({ kind: 'idle' })
    expect(others.filter((id) => !server.rows.has(id))).toEqual([])
    expect((await device.entries()).map((e) => [e.recordId, e.state])).toEqual([
      [refused, 'refused'],
      [after, 'pending'],
    ])
  })

  it('[PUSH-3] neither a portal nor a proxy completes an entry', async () => {
    await device.commands.create('client', { NOM: 'Nouveau' })
    for (const fault of ['portal', 'proxy-403', 'drop-request'] as const) {
      server.faults.push({ method: 'POST', fault })
      expect((await device.push(line())).kind).toBe('retry')
      expect(await device.entries()).toHaveLength(1)
    }
    await device.push(line())
    expect(server.fired).toEqual(['portal', 'proxy-403', 'drop-request'])
    expect(server.applied).toHaveLength(1)
    expect(await device.entries()).toEqual([])
  })

  it('[PUSH-4] [SYN-06] a refused write stays with its message, is corrected, and is sent', async () => {
    server.refuse = (call) =>
      (call.body as { NOM?: string })?.NOM === 'Interdit' ? { status: 422, code: 'VALIDATION_ERROR' } : null
    const id = await device.commands.create('client', { NOM: 'Interdit' })
    const idProjet = await device.commands.create('projet', { IDCLIENT: id })
    const other = await device.commands.create('client', { NOM: 'Libre' })
    await device.push(line())
    const [refused, waiting] = await device.entries()
    expect(refused).toMatchObject({ state: 'refused', error: { status: 422, message: 'Refusé' } })
    expect(waiting).toMatchObject({ recordId: idProjet, state: 'pending' })
    expect(await device.state('client', other)).toBe('synced')
    expect(await device.state('client', id)).toBe('refused')
    expect(await device.shown('client', id)).toMatchObject({ NOM: 'Interdit' })
    await device.resolver.correct(String(refused?.id), { NOM: 'Permis' })
    expect(await device.shown('client', id)).toMatchObject({ NOM: 'Permis' })
    await device.push(line())
    expect(await device.entries()).toEqual([])
    expect(server.rows.get(idProjet)).toBeDefined()
  })

  it('[PUSH-4] abandoning a refused creation removes the record and names the entries that depended on it', async () => {
    server.refuse = (call) => (call.path === '/clients' ? { status: 422, code: 'VALIDATION_ERROR' } : null)
    const id = await device.commands.create('client', { NOM: 'Interdit' })
    const idProjet = await device.commands.create('projet', { IDCLIENT: id })
    await device.push(line())
    const [refused] = await device.entries()
    const orphans = await device.resolver.abandon(String(refused?.id))
    expect(orphans.map((e) => e.recordId)).toEqual([idProjet])
    expect(await device.shown('client', id)).toBeNull()
  })

  it('[PUSH-4] having read a notice that the server has no more is no refusal, and waits for nothing', async () => {
    server.put('notification', { id: 'n', IDPERSONNEL: 'p', TYPE: 'rdv_cree', RESSOURCE: 'rdv', NOMBRE: 1, LU: 0 })
    await device.pull(line())
    server.refuse = () => ({ status: 404, code: 'NOT_FOUND' })
    await device.commands.update('notification', 'n', { LU: 1 })
    await device.push(line())
    expect(server.calls.filter(({ path }) => path === '/notifications/n')).toHaveLength(1)
    expect(await device.entries()).toEqual([])
  })

  it('[PUSH-5] a missing parent is waited for only while its creation is here', async () => {
    server.refuse = (call) =>
      call.path === '/projets'
        ? { status: 422, code: 'PARENT_MISSING', details: { resource: 'client', id: 'x' } }
        : null
    await device.commands.create('projet', { IDCLIENT: 'x' })
    await device.push(line())
    expect(await device.entries()).toMatchObject([{ state: 'refused', error: { code: 'PARENT_MISSING' } }])
  })

  it('[PUSH-6] [SYN-03] a lost answer is sent again and has one effect', async () => {
    server.faults.push({ method: 'POST', fault: 'drop-answer' })
    const id = await device.commands.create('client', { NOM: 'Une fois' })
    await device.push(line())
    await device.push(line())
    expect(server.fired).toEqual(['drop-answer'])
    expect(server.applied).toHaveLength(1)
    expect(await device.state('client', id)).toBe('synced')
  })

  it('[PUSH-7] [I9] a replay shows another person’s later edit: my next edit still meets it as a conflict', async () => {
    const { id } = server.put('client', client(uuidv7(), { OBSERVATIONS: 'avant' }))
    await device.pull(line(), ['client'])
    await device.commands.update('client', id, { OBSERVATIONS: 'premier' })
    server.faults.push({ method: 'PUT', fault: 'drop-answer' })
    await device.push(line())
    expect(server.fired).toEqual(['drop-answer'])
    server.put(
      'client',
      { IDCLIENT: id, OBSERVATIONS: 'collègue' },
      { stamps: { OBSERVATIONS: [2, 'theirs', 'them', 3] }, version: 9 },
    )
    await device.commands.update('client', id, { OBSERVATIONS: 'second' })
    const sent = line()
    const answers: unknown[] = []
    await device.push({
      ...sent,
      call: async (call) => {
        const answer = await sent.call(call)
        answers.push((answer.body as { conflits?: unknown[] }).conflits)
        return answer
      },
    })
    expect(await device.entries()).toEqual([])
    // The replay, then the second edit, which met the colleague's.
    expect(answers).toEqual([[], [expect.anything()]])
  })

  it('[PUSH-7] the server writes a phone its own way: my next edit does not conflict with myself', async () => {
    const { id } = server.put('client', client(uuidv7()))
    await device.pull(line(), ['client'])
    await device.commands.update('client', id, { PORTABLE: '06 39 98 00 02' })
    const original = server.put.bind(server)
    server.put = (resource, record, more) =>
      original(resource, { ...record, PORTABLE: String(record.PORTABLE).replaceAll(' ', '') }, more)
    // The second edit is made while the first is on its way.
    const slow = line()
    let release: (() => void) | undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const conflicts: unknown[] = []
    const held = {
      ...slow,
      call: async (c: Parameters<typeof slow.call>[0]) => {
        const answer = await slow.call(c)
        if (c.method === 'PUT') conflicts.push(...((answer.body as { conflits?: unknown[] }).conflits ?? []))
        if (c.method === 'PUT' && server.applied.length === 1) await gate
        return answer
      },
    }
    const pushing = device.push(held)
    while (server.applied.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await device.commands.update('client', id, { PORTABLE: '06 39 98 00 03' })
    release?.()
    await pushing
    expect(server.rows.get(id)?.record.PORTABLE).toBe('0639980003')
    expect(conflicts).toEqual([])
    expect(await device.entries()).toEqual([])
    expect(await device.shown('client', id)).toMatchObject({ PORTABLE: '0639980003' })
  })
})
