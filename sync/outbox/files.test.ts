import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import { localDatabaseName } from '../identity.ts'
import { startReplicator } from '../replicate/replicator.ts'
import { PIECE } from '../replicate/upload.ts'
import { withdraw } from '../replicate/withdraw.ts'
import { heldBytes, openFileStore, readBytes, trim } from '../store/file-store.ts'
import { CACHE_BYTES } from '../store/quota.ts'
import type { NewFile } from './files.ts'
import { entriesBefore, sendable } from './states.ts'

let server: FakeServer
let device: Device
let account: string
const line = () => server.transport()

const photo = (more: Partial<NewFile> = {}): NewFile => ({
  resource: 'intervention',
  recordId: 'inter-1',
  projectId: 'projet-1',
  origin: 'photo_avant',
  name: 'photo.jpg',
  type: 'image/jpeg',
  bytes: randomBytes(PIECE * 2 + 1000),
  ...more,
})
const pv = (): NewFile =>
  photo({
    origin: 'intervention_sign_pv',
    name: 'PV de réception.pdf',
    type: 'application/pdf',
    bytes: randomBytes(900),
  })
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const uploads = (method: string) =>
  server.calls.filter((c) => c.method === method && c.path.startsWith('/drive/upload'))
const stateOf = async (id: string) => (await device.db.files.files.get(id))?.state
const intervention = () =>
  server.put('intervention', {
    IDINTERVENTION: 'inter-1',
    IDPROJET: 'projet-1',
    RDV_DEBUT: '2026-11-20 08:00',
    RDV_FIN: '2026-11-20 17:00',
    NOTES: [],
    IDINTERVENTION_PLANNING: [],
  })

beforeEach(async () => {
  server = new FakeServer()
  account = uuidv7()
  device = await openDevice(account)
})
afterEach(() => device.close())

describe('the files queue', () => {
  it('[FILE-1] [SYN-09] keeps a file with its bytes under their hash after the page has ended', async () => {
    const file = photo()
    const id = await device.files.add(file)
    await device.close()
    device = await openDevice(account)
    const kept = await device.db.files.files.get(id)
    expect(kept).toMatchObject({ state: 'pending', sha256: sha256(file.bytes), size: file.bytes.length })
    expect(sha256((await device.files.bytes(kept?.sha256 ?? '')) ?? Buffer.alloc(0))).toBe(sha256(file.bytes))
  })

  it('[FILE-2] an item names its file, the record and project that it hangs on, what it is, and the open entries before it', async () => {
    const projectId = await device.commands.create('projet', { IDCLIENT: 'c' } as never)
    const [entry] = await device.entries()
    const file = photo({ resource: 'projet', recordId: projectId, projectId, origin: 'document' })
    const id = await device.files.add(file)
    const { bytes, ...named } = file
    expect(await device.db.files.files.get(id)).toMatchObject({
      ...named,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      size: bytes.length,
      sha256: sha256(bytes),
      after: [entry?.id],
    })
  })

  it('[FILE-1] two accounts of one device share no file', async () => {
    const file = photo()
    await device.files.add(file)
    const other = openFileStore(localDatabaseName({ ...device.db.identity, account: 'personnel:other' }))
    expect(await other.files.count()).toBe(0)
    expect(await readBytes(other, sha256(file.bytes))).toBeNull()
    other.close()
  })

  it('[FILE-1] the same bytes for the same record are one file; for another record, another', async () => {
    const file = photo()
    const id = await device.files.add(file)
    expect(await device.files.add(file)).toBe(id)
    expect(await device.files.add({ ...file, recordId: 'inter-2' })).not.toBe(id)
    expect(await device.db.files.files.count()).toBe(2)
    expect(await device.db.files.bytes.count()).toBe(1)
  })

  it('[FILE-4] [FILE-5] [SYN-09] sends pieces in order; once the hash is confirmed, it stays in sight until its record is pulled, and its bytes may be dropped', async () => {
    const file = photo()
    const id = await device.files.add(file)
    expect(await device.upload(line())).toEqual({ kind: 'idle' })
    expect(uploads('PUT').map((c) => c.query?.offset)).toEqual(['0', String(PIECE), String(2 * PIECE)])
    expect(server.rows.get(id)?.record).toMatchObject({ SHA256: sha256(file.bytes), IDENREGISTREMENT: 'inter-1' })
    expect(await stateOf(id)).toBe('done')
    await device.upload(line())
    expect(await stateOf(id)).toBe('done')
    await device.pull(line(), ['fichier'])
    await device.upload(line())
    expect(await stateOf(id)).toBeUndefined()
    expect(uploads('POST')).toHaveLength(1)
    await device.db.files.write(() => trim(device.db.files, 0))
    expect(await readBytes(device.db.files, sha256(file.bytes))).toBeNull()
  })

  describe('a confirmed file that is deleted', () => {
    /** Nothing of it is left in the queue, and the same bytes for the same record are a new file. */
    const expectForgotten = async (id: string, file: NewFile): Promise<void> => {
      expect(await stateOf(id)).toBeUndefined()
      const again = await device.files.add(file)
      expect(again).not.toBe(id)
      await device.upload(line())
      expect(server.rows.get(again)?.record).toMatchObject({ SHA256: sha256(file.bytes) })
    }

    it.each(['a first pull', 'a later pull'])(
      '[FILE-5] [I2] [I4] by somebody else before %s, leaves the queue, and may be added again',
      async (pull) => {
        if (pull === 'a later pull') await device.pull(line(), ['fichier'])
        const file = photo()
        const id = await device.files.add(file)
        await device.upload(line())
        server.remove(id)
        await device.pull(line(), ['fichier'])
        await device.upload(line())
        await expectForgotten(id, file)
      },
    )

    it('[FILE-5] [I2] [I4] by its author while the pass sends other files, leaves the queue at once, and may be added again', async () => {
      await device.pull(line(), ['fichier'])
      const file = photo()
      const id = await device.files.add(file)
      await device.files.add(photo())
      const real = line()
      let finished = 0
      const left: unknown[] = []
      const slow = {
        ...real,
        call: async (call: Parameters<typeof real.call>[0]) => {
          if (call.path === '/drive/upload' && ++finished === 2) {
            await device.pull(line(), ['fichier'])
            await device.commands.remove('fichier', id)
            left.push(await stateOf(id))
            await device.push(line())
            await device.pull(line(), ['fichier'])
          }
          return real.call(call)
        },
      }
      await device.upload(slow)
      expect([finished, left, server.rows.get(id)?.deleted]).toEqual([2, [undefined], true])
      await device.upload(line())
      await expectForgotten(id, file)
    })

    it('[FILE-5] [I4] by its project, which leaves the sight of this person, leaves the queue', async () => {
      await device.pull(line(), ['fichier'])
      const file = photo()
      const id = await device.files.add(file)
      await device.upload(line())
      server.rows.delete(id)
      server.scope = 'scope-2'
      await device.pull(line(), ['fichier'])
      await expectForgotten(id, file)
    })

    it('[FILE-5] [PULL-11] stays in sight until the list is complete, and leaves the queue when the list is refused', async () => {
      const id = await device.files.add(photo())
      const waiting = await device.files.add(photo({ recordId: 'inter-2' }))
      server.refuse = (call) =>
        (call.body as { IDFICHIER?: string } | undefined)?.IDFICHIER === waiting
          ? { status: 422, code: 'VALIDATION_ERROR' }
          : null
      await device.upload(line())
      server.remove(id)
      server.put('fichier', { IDFICHIER: 'a' })
      server.put('fichier', { IDFICHIER: 'b' })
      server.pageSize = 1
      const real = line()
      let pages = 0
      const cut = {
        ...real,
        call: (call: Parameters<typeof real.call>[0]) =>
          ++pages === 2 ? Promise.reject(new TypeError('network')) : real.call(call),
      }
      await expect(device.pull(cut, ['fichier'])).rejects.toThrow('network')
      expect(await stateOf(id)).toBe('done')
      await withdraw({ db: device.db, resource: 'fichier', signal: new AbortController().signal })
      expect([await stateOf(id), await stateOf(waiting)]).toEqual([undefined, 'refused'])
    })

    it('[FILE-1] [I2] is not what the same bytes, taken again before the deletion is known here, are taken for', async () => {
      const file = photo()
      const id = await device.files.add(file)
      await device.upload(line())
      server.remove(id)
      const again = await device.files.add(file)
      await device.pull(line(), ['fichier'])
      await device.upload(line())
      expect(server.rows.get(again)).toMatchObject({ deleted: false, record: { SHA256: sha256(file.bytes) } })
    })

    it('[FILE-2] [FILE-5] [I4] after its confirmation was lost, is confirmed when it is sent again, and leaves the queue', async () => {
      await device.pull(line(), ['fichier'])
      const file = photo()
      const id = await device.files.add(file)
      server.faults.push({ method: 'POST', fault: 'drop-answer' })
      await device.upload(line())
      server.remove(id)
      await device.pull(line(), ['fichier'])
      expect([server.fired, await stateOf(id)]).toEqual([['drop-answer'], 'pending'])
      await device.upload(line())
      expect([await stateOf(id), server.rows.get(id)?.deleted]).toEqual(['done', true])
      await device.pull(line(), ['fichier'])
      await expectForgotten(id, file)
    })

    it('[FILE-5] whose row came before the answer that confirms it, leaves the queue with that answer', async () => {
      const id = await device.files.add(photo())
      const real = line()
      const late = {
        ...real,
        call: async (call: Parameters<typeof real.call>[0]) => {
          const answer = await real.call(call)
          if (call.path === '/drive/upload') await device.pull(line(), ['fichier'])
          return answer
        },
      }
      await device.upload(late)
      expect([await stateOf(id), (await device.shown('fichier', id))?.IDFICHIER]).toEqual([undefined, id])
    })
  })

  it('[FILE-1] [FILE-2] a file that a record names keeps its own id, also where the same bytes are queued for that record', async () => {
    const file = photo({ id: 'named-1' })
    expect(await device.files.add(file)).toBe('named-1')
    expect(await device.files.add({ ...file, id: 'named-2' })).toBe('named-2')
    expect(await device.files.add(file)).toBe('named-1')
    expect(await device.db.files.files.count()).toBe(2)
  })

  it('[FILE-5] bytes that the server has not confirmed are never dropped, even when storage is full', async () => {
    const file = photo()
    await device.files.add(file)
    await device.files.cache(sha256(Buffer.from('other')), Buffer.from('other'))
    await device.db.files.write(() => trim(device.db.files, 0))
    expect(await device.files.bytes(sha256(file.bytes))).not.toBeNull()
    expect(await device.files.bytes(sha256(Buffer.from('other')))).toBeNull()
  })

  it('[READY-2] [FILE-5] files that are made ready together are not dropped for one another; any other file is', async () => {
    const held = async () => (await heldBytes(device.db.files, ['needed', 'fetched', 'other'])).sort()
    await device.files.cache('needed', Buffer.alloc(CACHE_BYTES))
    await device.db.files.bytes.update('needed', { usedAt: '2026-11-01T08:00:00.000Z' })
    await device.files.cache('fetched', Buffer.from('fetched'), ['needed', 'fetched'])
    expect(await held()).toEqual(['fetched', 'needed'])
    await device.files.cache('other', Buffer.from('other'))
    expect(await held()).toEqual(['fetched', 'other'])
  })

  it.each(['drop-request', 'drop-answer', 'cut', 'portal', 'proxy-403'] as const)(
    '[FILE-4] [SYN-09] an upload that meets « %s » in its second piece goes on from there, and arrives once',
    async (fault) => {
      const file = photo()
      const id = await device.files.add(file)
      const first = line()
      let puts = 0
      const cutting = {
        ...first,
        call: (call: Parameters<typeof first.call>[0]) => {
          if (call.method === 'PUT' && ++puts === 2) server.faults.push({ method: 'PUT', fault })
          return first.call(call)
        },
      }
      expect(await device.upload(cutting)).toEqual({ kind: 'retry', afterMs: null })
      expect(server.fired).toEqual([fault])
      const arrived = server.pieces.get(id)?.length
      expect([PIECE, 2 * PIECE]).toContain(arrived)
      const before = uploads('PUT').length
      expect(await device.upload(line())).toEqual({ kind: 'idle' })
      expect(uploads('PUT')[before]?.query?.offset).toBe(String(arrived))
      expect(sha256(server.pieces.get(id) ?? Buffer.alloc(0))).toBe(sha256(file.bytes))
    },
  )

  it.each(['drop-answer', 'cut', 'portal'] as const)(
    '[FILE-5] a confirmation lost to « %s » is asked for again: one file, and until then nothing may be dropped',
    async (fault) => {
      const id = await device.files.add(photo())
      server.faults.push({ method: 'POST', fault })
      expect((await device.upload(line())).kind).toBe('retry')
      expect(await stateOf(id)).toBe('pending')
      await device.upload(line())
      expect(await stateOf(id)).toBe('done')
      expect([...server.rows.values()].filter((row) => row.resource === 'fichier')).toHaveLength(1)
    },
  )

  it('[FILE-2] [DAY-04 files] a name that is given before the file is made goes with it, without a network too', async () => {
    const id = await device.files.add(photo())
    expect(await device.files.rename(id, 'Pignon.jpg')).toBe(true)
    // It begins to be sent, and the network breaks before the file is made.
    server.faults.push({ method: 'PUT', fault: 'cut' })
    expect((await device.upload(line())).kind).toBe('retry')
    expect(await device.files.rename(id, 'Pignon nord.jpg')).toBe(true)
    await device.upload(line())
    expect(server.rows.get(id)?.record.NOM).toBe('Pignon nord.jpg')
  })

  it('[FILE-2] a name waits while the server may have made the file, then it is an edit of the record', async () => {
    const id = await device.files.add(photo())
    server.faults.push({ method: 'POST', fault: 'drop-answer' })
    await device.upload(line())
    await expect(device.files.rename(id, 'Pignon.jpg')).rejects.toMatchObject({ code: 'CONFLICT' })
    await device.upload(line())
    await expect(device.files.rename(id, 'Pignon.jpg')).rejects.toMatchObject({ code: 'CONFLICT' })
    await device.pull(line())
    expect(await device.files.rename(id, 'Pignon.jpg')).toBe(false)
    await device.commands.update('fichier', id, { NOM: 'Pignon.jpg' })
    await device.push(line())
    expect(server.rows.get(id)?.record.NOM).toBe('Pignon.jpg')
    expect(await device.files.rename('elsewhere', 'x.jpg')).toBe(false)
  })

  it('[FILE-5] an answer with another hash confirms nothing', async () => {
    const id = await device.files.add(photo())
    const real = line()
    const lying = {
      ...real,
      call: async (call: Parameters<typeof real.call>[0]) => {
        const answer = await real.call(call)
        if (call.path !== '/drive/upload') return answer
        return { ...answer, body: { data: { IDFICHIER: id, SHA256: '0'.repeat(64) } } }
      },
    }
    expect((await device.upload(lying)).kind).toBe('retry')
    expect(await stateOf(id)).toBe('pending')
  })

  it('[FILE-4] [SYN-09] another worker continues after one that was killed, on a page that was opened again', async () => {
    const file = photo()
    const id = await device.files.add(file)
    const killed = new AbortController()
    const real = line()
    let puts = 0
    const dying = {
      ...real,
      call: async (call: Parameters<typeof real.call>[0]) => {
        const answer = await real.call(call)
        if (call.method === 'PUT' && ++puts === 1) killed.abort()
        return answer
      },
    }
    await expect(device.upload(dying, killed.signal)).rejects.toThrow()
    expect(await stateOf(id)).toBe('pending')
    await device.close()
    device = await openDevice(account)
    await device.upload(line())
    expect(await stateOf(id)).toBe('done')
    expect(uploads('PUT').map((c) => c.query?.offset)).toEqual(['0', String(PIECE), String(2 * PIECE)])
    expect(sha256(server.pieces.get(id) ?? Buffer.alloc(0))).toBe(sha256(file.bytes))
  })

  it('[FILE-3] [I8] a file is sent after the record that it hangs on, never before', async () => {
    const projectId = await device.commands.create('projet', { IDCLIENT: 'c' } as never)
    const id = await device.files.add(photo({ resource: 'projet', recordId: projectId, projectId }))
    await device.upload(line())
    expect(uploads('PUT')).toHaveLength(0)
    await device.push(line())
    await device.upload(line())
    expect(await stateOf(id)).toBe('done')
  })

  it('[FILE-3] [FILE-7] a refused creation holds it back; a refused edit does not', () => {
    const file = { recordId: 'r', projectId: 'p', after: ['e1'] }
    const entry = (more: object) => [{ id: 'e1', recordId: 'r', state: 'pending', action: 'update', ...more }] as never
    const maySend = (more: object): boolean => entriesBefore(file, entry(more)).length === 0
    expect(maySend({})).toBe(false)
    expect(maySend({ state: 'acked' })).toBe(true)
    expect(maySend({ state: 'refused' })).toBe(true)
    expect(maySend({ action: 'create', state: 'refused' })).toBe(false)
    expect(maySend({ id: 'later' })).toBe(true)
    expect(maySend({ id: 'other', recordId: 'p', action: 'create' })).toBe(false)
  })

  it('[FILE-7] a refused file stays with its message and holds back no other; sent again, it arrives; abandoned, it is deleted', async () => {
    const [first, second] = [await device.files.add(photo()), await device.files.add(photo())]
    server.refuse = (call) =>
      (call.body as { IDFICHIER?: string } | undefined)?.IDFICHIER === first
        ? { status: 422, code: 'VALIDATION_ERROR' }
        : null
    expect(await device.upload(line())).toEqual({ kind: 'idle' })
    expect([await stateOf(first), await stateOf(second)]).toEqual(['refused', 'done'])
    expect((await device.db.files.files.get(first))?.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'Refusé',
    })
    await device.upload(line())
    expect(await stateOf(first)).toBe('refused')
    server.refuse = () => null
    await device.files.resend(first)
    await device.upload(line())
    expect(await stateOf(first)).toBe('done')
    const third = photo()
    await device.files.abandon(await device.files.add(third))
    expect(await device.files.bytes(sha256(third.bytes))).toBeNull()
  })

  it.each([
    { when: 'after its first piece', method: 'PUT', path: /^\/drive\/upload\/./ },
    { when: 'while a later try asks how much has arrived', method: 'GET', path: /^\/drive\/upload\/./ },
  ])('[FILE-11] taken out $when, it is not made, and the next one is sent', async ({ method, path }) => {
    const file = photo()
    const id = await device.files.add(file)
    const next = await device.files.add(photo())
    if (method === 'GET') {
      server.faults.push({ method: 'PUT', fault: 'cut' })
      await device.upload(line())
    }
    let taken = 0
    const { call, ...rest } = line()
    const taking: ReturnType<typeof line> = {
      ...rest,
      call: async (one) => {
        const answer = await call(one)
        if (taken === 0 && one.method === method && path.test(one.path)) {
          taken += 1
          await device.files.abandon(id)
        }
        return answer
      },
    }
    expect(await device.upload(taking)).toEqual({ kind: 'idle' })
    expect(taken).toBe(1)
    expect([server.rows.get(id), await stateOf(id), await device.files.bytes(sha256(file.bytes))]).toEqual([
      undefined,
      undefined,
      null,
    ])
    expect(await stateOf(next)).toBe('done')
  })

  it('[FILE-11] once the server may have made it, it is not taken out in silence; refused, it may be', async () => {
    const id = await device.files.add(photo())
    server.faults.push({ method: 'POST', fault: 'drop-answer' })
    expect((await device.upload(line())).kind).toBe('retry')
    expect(server.rows.get(id)).toBeDefined()
    await expect(device.files.abandon(id)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await stateOf(id)).toBe('pending')
    await device.db.files.files.update(id, { state: 'refused' })
    await device.files.abandon(id)
    expect(await stateOf(id)).toBeUndefined()
  })

  it('[FILE-7] an ended session pauses; nothing is lost', async () => {
    const id = await device.files.add(photo())
    server.refuse = () => ({ status: 401, code: 'UNAUTHENTICATED' })
    expect(await device.upload(line())).toEqual({ kind: 'pause', reason: 'signed-out' })
    expect(await stateOf(id)).toBe('pending')
  })

  it('[FILE-3] a creation waits for no file, whatever it names: an older build may have noted one after a restore', () => {
    const entry = { id: 'e1', state: 'sent', after: ['file'] }
    const waits = (action: string) => sendable([{ ...entry, action } as never], new Set(['file'])).length === 0
    expect([waits('update'), waits('create')]).toEqual([true, false])
  })

  it('[FILE-6] [INT-03] « bon » is refused without a PV in the product’s words, and is sent after the pending PV', async () => {
    intervention()
    await device.pull(line(), ['intervention'])
    await expect(device.commands.feedback('inter-1', 'bon')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: "Le PV n'existe pas",
    })
    await device.files.add(pv())
    await device.commands.feedback('inter-1', 'bon')
    expect(await device.shown('intervention', 'inter-1')).toMatchObject({ FEEDBACK: 'bon' })
    await device.push(line())
    expect(server.calls.filter((c) => c.path.startsWith('/intervention_feedback'))).toHaveLength(0)
    await device.upload(line())
    await device.push(line())
    const order = server.calls.map((c) => c.path).filter((path) => /upload$|feedback/.test(path))
    expect(order).toEqual(['/drive/upload', '/intervention_feedback/good/inter-1'])
  })

  it('[INT-02] [INT-03] a PV that is no .pdf is refused in the product’s words; « mauvais » needs none', async () => {
    intervention()
    await device.pull(line(), ['intervention'])
    await device.files.add({ ...pv(), name: 'pv.jpg' })
    await expect(device.commands.feedback('inter-1', 'bon')).rejects.toThrow("Le fichier n'est pas un PDF")
    await expect(device.files.mailPv('inter-1')).rejects.toThrow("Le fichier n'est pas un PDF")
    await device.commands.feedback('inter-1', 'mauvais')
    expect(await device.shown('intervention', 'inter-1')).toMatchObject({ FEEDBACK: 'mauvais' })
  })

  it('[INT-02] [I13] a second PV of one intervention is refused on the device', async () => {
    await device.files.add(pv())
    await expect(device.files.add(pv())).rejects.toMatchObject({ code: 'IMMUTABLE' })
  })

  it('[FILE-8] [INT-03] the mail is sent after the PV, once, however often its answer is lost', async () => {
    await expect(device.files.mailPv('inter-1')).rejects.toThrow("Le PV n'existe pas")
    await device.files.add(pv())
    await device.files.mailPv('inter-1')
    await device.files.mailPv('inter-1')
    let sent = 0
    const real = line()
    const losing = {
      ...real,
      call: async (call: Parameters<typeof real.call>[0]) => {
        const answer = await real.call(call)
        if (call.path === '/intervention/send' && ++sent === 1) throw new TypeError('network')
        return answer
      },
    }
    expect((await device.upload(losing)).kind).toBe('retry')
    await device.upload(losing)
    expect(sent).toBe(2)
    expect(server.mails.size).toBe(1)
    expect(await device.db.files.mails.toArray()).toMatchObject([{ state: 'done', recipient: 'noel@example.com' }])
    const paths = server.calls.map((c) => c.path)
    expect(paths.indexOf('/drive/upload')).toBeLessThan(paths.indexOf('/intervention/send'))
  })

  it('[FILE-6] [I12] the replicator sends by itself what is added while it runs, then the entries that wait for it', async () => {
    intervention()
    const stop = new AbortController()
    const replicator = startReplicator({
      db: device.db,
      transport: line(),
      signal: stop.signal,
      onEvent: () => undefined,
    })
    await expect.poll(() => device.shown('intervention', 'inter-1')).not.toBeNull()
    const id = await device.files.add(pv())
    await device.commands.feedback('inter-1', 'bon')
    await expect.poll(() => server.calls.some((c) => c.path.startsWith('/intervention_feedback'))).toBe(true)
    expect(server.rows.has(id)).toBe(true)
    stop.abort()
    await replicator.stopped
  })
})
