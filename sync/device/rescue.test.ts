import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { HEADER } from '../../schemas/protocol.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { createVersions, STEPS, type Versions } from '../../schemas/versions.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import type { Identity } from '../identity.ts'
import { asOfNow } from '../store/outbox-entry.ts'
import { type OpenedRescue, openRescue, restoreRescue, saveRescue } from './rescue.ts'

/** A phone that never reaches the server, and the support in its owner's place. One database at a time: a realm holds one database's collections. */

const SUPPORT = { companyId: 'demo', impersonator: 'admin:support' }
const PASSPHRASE = 'abeille canard tulipe violon moulin neige'

let server: FakeServer
let account: string
const line = () => server.transport()

async function using<T>(impersonator: string, act: (device: Device) => Promise<T>): Promise<T> {
  const device = await openDevice(account, { impersonator })
  try {
    return await act(device)
  } finally {
    await device.close()
  }
}
const onPhone = <T>(act: (device: Device) => Promise<T>): Promise<T> => using('', act)
const atSupport = <T>(act: (device: Device) => Promise<T>): Promise<T> => using('admin:support', act)

const save = (device: Device, more: { most?: number } = {}): Promise<Blob> =>
  saveRescue(device.db, { passphrase: PASSPHRASE, companyName: 'Démo', accountName: 'Camille Roy', ...more })
const open = (file: Blob, identity: Partial<Identity> = {}): Promise<OpenedRescue> =>
  openRescue(file, PASSPHRASE, { ...SUPPORT, account: `personnel:${account}`, ...identity })
const rescueOfPhone = async (): Promise<OpenedRescue> => open(await onPhone((phone) => save(phone)))
const take = (rescue: OpenedRescue) => atSupport((support) => restoreRescue(support.db, rescue))
const bodiesOf = (mutation: string): unknown[] =>
  server.calls.filter((call) => call.headers?.[HEADER.mutation] === mutation).map((call) => call.body)

const addFile = (phone: Device, projet: string, name: string, bytes: Uint8Array): Promise<string> =>
  phone.files.add({
    resource: 'projet',
    recordId: projet,
    projectId: projet,
    origin: 'document',
    name,
    type: 'application/pdf',
    bytes,
  })

/** A client, its project and a file of the project: each comes after the one before it. */
const work = (bytes = randomBytes(5000)): Promise<{ client: string; projet: string; file: string; bytes: Buffer }> =>
  onPhone(async (phone) => {
    const client = await phone.commands.create('client', { NOM: 'Durand', PORTABLE: '0639980001' })
    const projet = await phone.commands.create('projet', { IDCLIENT: client, DESCRIPTION: 'Véranda' })
    return { client, projet, file: await addFile(phone, projet, 'plan.pdf', bytes), bytes }
  })

/** Sends everything; the second upload removes the items of files whose record was pulled. */
const sendAll = async (device: Device): Promise<void> => {
  await device.push(line())
  await device.upload(line())
  await device.pull(line())
  await device.upload(line())
}

beforeEach(() => {
  server = new FakeServer()
  account = uuidv7()
})

describe('rescue files', () => {
  it('[RESCUE-2] [I3] the support restores a phone’s work and sends it; the repaired phone sends it too: each has one effect', async () => {
    const { client, projet, file, bytes } = await work()
    const rescue = await rescueOfPhone()
    expect([rescue.account.name, rescue.company.name]).toEqual(['Camille Roy', 'Démo'])
    await atSupport(async (support) => {
      expect(await restoreRescue(support.db, rescue)).toBe(3)
      expect(await support.shown('client', client)).toMatchObject({ NOM: 'Durand' })
      expect(await support.state('projet', projet)).toBe('pending')
      await sendAll(support)
    })
    expect(server.rows.get(file)?.record).toMatchObject({ IDPROJET: projet, TAILLE: bytes.length })
    expect(server.pieces.get(file)?.equals(bytes)).toBe(true)

    for (const by of [onPhone, atSupport])
      await by(async (device) => {
        await sendAll(device)
        expect(await device.entries()).toEqual([])
        expect(await device.db.files.files.count()).toBe(0)
        expect(await device.state('projet', projet)).toBe('synced')
      })
    expect([...server.rows.keys()].sort()).toEqual([client, file, projet].sort())
    expect(server.applied).toHaveLength(2)
    expect(server.rows.get(client)?.version).toBe(1)
    expect(server.pieces.get(file)?.length).toBe(bytes.length)
  })

  it('[RESCUE-2] [WORK-4] entries keep their ids and causes, and name the impersonator of the local database that sends them', async () => {
    await work()
    const before = await onPhone((phone) => phone.entries())
    const rescue = await rescueOfPhone()
    await take(rescue)
    const after = await atSupport((support) => support.entries())
    const known = (entries: typeof after) =>
      entries.map(({ id, after, patch, base, counter }) => ({ id, after, patch, base, counter }))
    expect(known(after)).toEqual(known(before))
    expect(after.map((entry) => entry.impersonator)).toEqual(['admin:support', 'admin:support'])
    expect(before.map((entry) => entry.impersonator)).toEqual(['', ''])
  })

  it('[RESCUE-2] restored twice, or after its entries were sent from here, it adds nothing', async () => {
    const { client } = await work()
    const rescue = await rescueOfPhone()
    await atSupport(async (support) => {
      expect(await restoreRescue(support.db, rescue)).toBe(3)
      expect(await restoreRescue(support.db, rescue)).toBe(0)
      await sendAll(support)
      expect(await support.db.files.files.count()).toBe(0)
      expect(await restoreRescue(support.db, rescue)).toBe(0)
      expect(await support.entries()).toEqual([])
      expect(await support.db.files.files.count()).toBe(0)
      expect(await support.state('client', client)).toBe('synced')
    })
  })

  it('[RESCUE-2] [SYN-06] refused entries come with their message and wait for a person, and so do entries that depend on them', async () => {
    const client = await onPhone(async (phone) => {
      const id = await phone.commands.create('client', { NOM: 'Double' })
      server.refuse = (call) => (call.path === '/clients' ? { status: 422, code: 'DUPLICATE' } : null)
      await phone.push(line())
      await phone.commands.create('projet', { IDCLIENT: id, DESCRIPTION: 'Véranda' })
      return id
    })
    const rescue = await rescueOfPhone()
    server.refuse = () => null
    await atSupport(async (support) => {
      await restoreRescue(support.db, rescue)
      await support.push(line())
      const [refused, waits] = await support.entries()
      expect(refused).toMatchObject({ state: 'refused', error: { code: 'DUPLICATE', status: 422, message: 'Refusé' } })
      expect(waits?.after).toEqual([refused?.id])
      expect(server.applied).toEqual([])
      expect(await support.state('client', client)).toBe('refused')
      await support.resolver.correct(refused?.id ?? '', {}, { skip_duplicate_check: 'true' })
      await support.push(line())
      expect(await support.entries()).toEqual([])
    })
    expect(server.rows.size).toBe(2)
  })

  it('[RESCUE-3] no edit folds into an entry of a rescue file: it becomes an entry of its own, and every send of an id has one body', async () => {
    const { client } = await work()
    const rescue = await rescueOfPhone()
    await onPhone(async (phone) => {
      await phone.commands.update('client', client, { NOM: 'Martin' })
      expect((await phone.entries()).filter((entry) => entry.recordId === client)).toHaveLength(2)
    })
    await atSupport(async (support) => {
      await restoreRescue(support.db, rescue)
      await support.commands.update('client', client, { PRENOM: 'Zoé' })
      await sendAll(support)
    })
    await onPhone(sendAll)
    for (const { id } of rescue.entries) {
      const bodies = bodiesOf(id)
      expect(bodies).toHaveLength(2)
      expect(bodies[1]).toEqual(bodies[0])
    }
    for (const by of [atSupport, onPhone])
      await by(async (device) => {
        await device.pull(line())
        expect(await device.shown('client', client)).toMatchObject({ NOM: 'Martin', PRENOM: 'Zoé' })
      })
  })

  it('[RESCUE-2] interrupted at any step, the queue holds every cause of its entries, and the next try inserts the rest', async () => {
    const { projet } = await work()
    await onPhone((phone) => addFile(phone, projet, 'autre.pdf', randomBytes(10)))
    const rescue = await rescueOfPhone()
    // A rescue file may list effects before their causes.
    rescue.entries.reverse()
    rescue.files.reverse()
    const total = rescue.entries.length + rescue.files.length
    expect(total).toBe(4)
    await atSupport(async (support) => {
      const { outbox, files } = support.db
      for (let steps = 0; steps < total; steps += 1) {
        let left = 1
        const stop =
          <A extends unknown[], T>(write: (...args: A) => Promise<T>) =>
          (...args: A): Promise<T> =>
            left-- > 0 ? write(...args) : Promise.reject(new Error('power cut'))
        const [insert, write] = [stop(outbox.insert.bind(outbox)), stop(files.write) as typeof files.write]
        const spies = [
          vi.spyOn(outbox, 'insert').mockImplementation(insert),
          vi.spyOn(files, 'write').mockImplementation(write),
        ]
        const outcome = restoreRescue(support.db, rescue)
        if (steps < total - 1) await expect(outcome).rejects.toThrow('power cut')
        else expect(await outcome).toBe(1)
        for (const spy of spies) spy.mockRestore()
        const here = [...(await support.entries()), ...(await files.files.toArray())]
        expect(here).toHaveLength(steps + 1)
        const ids = new Set(here.map((item) => item.id))
        for (const item of here) expect([item.id, item.after.filter((id) => !ids.has(id))]).toEqual([item.id, []])
      }
      expect(await restoreRescue(support.db, rescue)).toBe(0)
    })
  })

  it('[RESCUE-2] [I10] the rescue file of another person, or of another company, is not opened', async () => {
    await work()
    const file = await onPhone((phone) => save(phone))
    await expect(open(file, { account: 'personnel:other' })).rejects.toMatchObject({
      reason: 'other-account',
      owner: 'Camille Roy',
    })
    await expect(open(file, { companyId: 'forez' })).rejects.toMatchObject({ reason: 'other-company', owner: 'Démo' })
  })

  it('[RESCUE-2] [VER-3] entries of an older version stay as they may have been sent; a rescue file of a newer version is not opened', async () => {
    const { client } = await work()
    const file = await onPhone((phone) => save(phone))
    const later = createVersions([
      ...STEPS,
      { date: '2027-01-10', resources: { client: { renamed: { NOM: 'NOM_ACTUEL' } } } },
    ])
    const openedBy = (versions: Versions, rescue = file) =>
      openRescue(rescue, PASSPHRASE, { ...SUPPORT, account: `personnel:${account}` }, versions)
    const { entries } = await openedBy(later)
    const [creation] = entries.filter((entry) => entry.recordId === client)
    expect(creation).toMatchObject({ schemaVersion: STEPS.length, patch: { NOM: 'Durand' } })
    expect(creation && asOfNow(later, creation).patch).toMatchObject({ NOM_ACTUEL: 'Durand' })
    const newer = await onPhone((phone) => {
      phone.db.versions = later
      return save(phone)
    })
    await expect(openedBy(createVersions([]), newer)).rejects.toMatchObject({ reason: 'newer' })
  })

  it('[RESCUE-1] more bytes than one rescue file may hold are refused before anything is done', async () => {
    const { bytes } = await work()
    await onPhone(async (phone) => {
      await expect(save(phone, { most: bytes.length - 1 })).rejects.toMatchObject({ reason: 'too-large' })
      expect((await phone.entries()).map((entry) => entry.state)).toEqual(['pending', 'pending'])
      expect((await save(phone, { most: bytes.length })).size).toBeGreaterThan(bytes.length)
    })
  })

  it('[RESCUE-1] [FILE-12] it holds the pictures that a saved report names and that the phone had no room to queue, and none that no report names', async () => {
    const [report, named, other] = [uuidv7(), uuidv7(), uuidv7()]
    const bytes = randomBytes(800)
    await onPhone(async (phone) => {
      for (const id of [named, other])
        await phone.files.keepDraft({
          id,
          resource: 'soumission',
          recordId: report,
          projectId: 'p',
          origin: 'photo',
          name: 'photo.jpg',
          type: 'image/jpeg',
          bytes,
        })
      const values = { IDRAPPORT: 'r', IDPROJET: 'p', REPONSES: { facade: named } } as never
      await phone.commands.create('soumission', values, { id: report })
      await expect(save(phone, { most: bytes.length - 1 })).rejects.toMatchObject({ reason: 'too-large' })
    })
    const rescue = await rescueOfPhone()
    expect(rescue.files.map(({ id, after }) => [id, after])).toEqual([[named, [rescue.entries[0]?.id]]])
    await atSupport(async (support) => {
      expect(await restoreRescue(support.db, rescue)).toBe(2)
      await sendAll(support)
    })
    expect(server.pieces.get(named)?.equals(bytes)).toBe(true)
    // The phone, repaired, sends them too: there is one of each.
    await onPhone(sendAll)
    expect([server.rows.has(named), server.rows.has(other)]).toEqual([true, false])
  })

  it('[RESCUE-2] [FILE-8] the mail of a PV is restored and sent once, under its own key', async () => {
    const id = uuidv7()
    await onPhone((phone) =>
      phone.db.files.mails.add({
        id,
        recordId: 'inter-1',
        state: 'pending',
        createdAt: '2026-11-20T08:00:00.000Z',
        attempts: 0,
        recipient: null,
        error: null,
      }),
    )
    const rescue = await rescueOfPhone()
    expect(await take(rescue)).toBe(1)
    await atSupport((support) => support.upload(line()))
    await onPhone((phone) => phone.upload(line()))
    expect([...server.mails]).toEqual([id])
  })
})
