import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mergePatch, type Values } from '../../schemas/merge.ts'
import { entityOf } from '../../schemas/resources.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import type { Call, Transport } from '../net/transport.ts'
import { moveEntry } from '../outbox/states.ts'

const note = (id: string, TEXTE = id) => ({ id, TEXTE, LE: '2026-11-23T10:00:00.000Z', IDPERSONNEL: 'p' })
const slot = (id: string, FIN = '2026-11-23 12:00') => ({ id, IDPERSONNEL: 'p', DEBUT: '2026-11-23 10:00', FIN })

/** A set of each kind: ids, and objects with an id. */
const SETS = [
  { resource: 'rdv', field: 'IDPERSONNELS', item: (id: string): unknown => id },
  { resource: 'intervention', field: 'NOTES', item: (id: string): unknown => note(id) },
  { resource: 'intervention', field: 'IDINTERVENTION_PLANNING', item: (id: string): unknown => slot(id) },
] as const

let server: FakeServer
let device: Device

beforeEach(async () => {
  server = new FakeServer()
  device = await openDevice()
})
afterEach(() => device.close())

describe.each(SETS)('$field of $resource', ({ resource, field, item }) => {
  const entity = entityOf(resource)
  const keyOf = (one: unknown): string => (typeof one === 'string' ? one : (one as { id: string }).id)
  const keysIn = (record: Values | null | undefined): string[] => ((record?.[field] ?? []) as unknown[]).map(keyOf)
  const shown = async (): Promise<unknown[]> => ((await device.shown(resource, 'r'))?.[field] ?? []) as unknown[]
  const write = (items: unknown[]): Promise<void> => device.commands.update(resource, 'r', { [field]: items } as never)
  const add = async (id: string): Promise<void> => write([...(await shown()), item(id)])
  const take = async (id: string): Promise<void> => write((await shown()).filter((one) => keyOf(one) !== id))
  const atServer = (): string[] => keysIn(server.rows.get('r')?.record)
  let counter = 0
  /** A colleague's write, merged as the server does. */
  const colleague = (change: (items: unknown[]) => unknown[]): void => {
    const row = server.rows.get('r')
    if (!row) throw new Error('no record')
    const items = row.record[field] as unknown[]
    const { record, stamps } = mergePatch({
      entity,
      server: row.record,
      stamps: row.stamps,
      patch: { [field]: change(items) },
      base: { [field]: items },
      stamp: [++counter, `colleague-${counter}`, 'colleague', row.version + 1],
    })
    server.put(resource, record, { stamps })
  }
  const colleagueAdds = (id: string): void => colleague((items) => [...items, item(id)])
  const colleagueTakes = (id: string): void => colleague((items) => items.filter((one) => keyOf(one) !== id))

  beforeEach(async () => {
    counter = 0
    const record = {
      IDPROJET: 'p',
      RDV_DEBUT: '2026-11-23 09:00',
      RDV_FIN: '2026-11-23 10:00',
      [field]: [item('0')],
    }
    server.put(resource, { [entity.key]: 'r', ...record })
    await device.pull(server.transport())
  })

  it('[OUT-10] an entry names the items that it adds and removes, and no others', async () => {
    await add('mine')
    expect(await device.entries()).toMatchObject([{ base: { [field]: [] }, patch: { [field]: [item('mine')] } }])
    await take('0')
    expect(await device.entries()).toMatchObject([
      { base: { [field]: [item('0')] }, patch: { [field]: [item('mine')] } },
    ])
  })

  it.each(['drop-request', 'drop-answer'] as const)(
    '[PUSH-7] an item that a colleague adds while mine is on its way (%s) stays after my next one',
    async (fault) => {
      await add('a')
      server.faults.push({ method: 'PUT', fault })
      await device.push(server.transport())
      expect(server.fired).toEqual([fault])
      colleagueAdds('c')
      await add('b')
      await device.push(server.transport())
      expect(await device.entries()).toEqual([])
      expect(atServer().sort()).toEqual(['0', 'a', 'b', 'c'])
      await device.pull(server.transport())
      expect((await shown()).map(keyOf).sort()).toEqual(['0', 'a', 'b', 'c'])
    },
  )

  it('[OUT-4] a removal that is folded into an unsent edit removes an item that a colleague had added', async () => {
    await add('mine')
    colleagueAdds('theirs')
    await device.pull(server.transport())
    await take('theirs')
    expect((await shown()).map(keyOf)).not.toContain('theirs')
    expect(await device.entries()).toHaveLength(1)
    await device.push(server.transport())
    expect(atServer().sort()).toEqual(['0', 'mine'])
  })

  it('[OUT-4] an item that a colleague removes again does not come back with my folded edit', async () => {
    await add('mine')
    colleagueAdds('theirs')
    await device.pull(server.transport())
    await add('second')
    colleagueTakes('theirs')
    await device.push(server.transport())
    expect(atServer().sort()).toEqual(['0', 'mine', 'second'])
  })

  it('[OUT-4] an item that both have added and I remove again is gone', async () => {
    await add('both')
    colleagueAdds('both')
    await device.pull(server.transport())
    await take('both')
    await device.push(server.transport())
    expect(atServer()).toEqual(['0'])
  })

  it('[OUT-4] an item that I remove and add again stays, also when a colleague removed it', async () => {
    await take('0')
    colleagueTakes('0')
    await device.pull(server.transport())
    await add('0')
    await device.push(server.transport())
    expect(atServer()).toEqual(['0'])
  })

  it('[PUSH-1] [OUT-4] of two tabs that wrote at once: what I remove next does not overtake what I had added', async () => {
    await add('mine')
    const [added] = await device.entries()
    if (!added) throw new Error('no entry')
    // The other tab read the outbox before, and had seen more of the server.
    const titled = { patch: { RDV_OBJET: 'Pose' }, base: { RDV_OBJET: null }, after: [], counter: added.counter + 1 }
    await device.db.outbox.insert({ ...added, ...titled, id: uuidv7() })
    await take('mine')
    const line = server.transport()
    const isAddition = (call: Call): boolean => keysIn(call.body as Values | undefined).includes('mine')
    const late: Transport['call'] = async (call) => {
      if (isAddition(call)) await wait(50)
      return line.call(call)
    }
    await device.push({ ...line, call: late })
    await device.pull(server.transport())
    expect([atServer(), (await shown()).map(keyOf)]).toEqual([['0'], ['0']])
  })

  it('[OUT-10] an unsent entry of an older build, which holds whole sets, keeps its meaning when an edit is folded into it', async () => {
    await add('mine')
    const [entry] = await device.entries()
    const whole = { base: { [field]: [item('0')] }, patch: { [field]: [item('0'), item('mine')] } }
    await moveEntry(device.db, { id: entry?.id ?? '', from: ['pending'], change: () => whole })
    colleagueAdds('theirs')
    await device.pull(server.transport())
    await take('theirs')
    await device.push(server.transport())
    expect(atServer().sort()).toEqual(['0', 'mine'])
  })

  it('[OUT-4] items added to and removed from a record that was not sent yet are in its creation', async () => {
    const values = {
      IDPROJET: 'p',
      RDV_DEBUT: '2026-11-24 09:00',
      RDV_FIN: '2026-11-24 10:00',
      [field]: [item('a'), item('b')],
    }
    const id = await device.commands.create(resource, values as never)
    await device.commands.update(resource, id, { [field]: [item('b'), item('c')] } as never)
    const [entry] = (await device.entries()).filter((one) => one.recordId === id)
    expect(keysIn(entry?.patch).sort()).toEqual(['b', 'c'])
    await device.push(server.transport())
    expect(keysIn(server.rows.get(id)?.record).sort()).toEqual(['b', 'c'])
  })
})

describe('items that change', () => {
  const atServer = (): unknown[] => server.rows.get('i')?.record.NOTES as unknown[]
  const write = (notes: unknown[]): Promise<void> =>
    device.commands.update('intervention', 'i', { NOTES: notes } as never)

  beforeEach(async () => {
    const hours = { RDV_DEBUT: '2026-11-23 09:00', RDV_FIN: '2026-11-23 10:00' }
    server.put('intervention', { IDINTERVENTION: 'i', IDPROJET: 'p', ...hours, NOTES: [note('a')] })
    await device.pull(server.transport())
  })

  it('[PUSH-7] my next change of a note that the server stored in another form is no conflict with my own edit', async () => {
    await write([note('a'), note('b', 'deux ')])
    server.faults.push({ method: 'PUT', fault: 'drop-request' })
    await device.push(server.transport())
    await write([note('a'), note('b', 'trois')])
    const put = server.put.bind(server)
    // As a server that removes the spaces.
    server.put = (resource, record, more) =>
      put(
        resource,
        { ...record, NOTES: (record.NOTES as { TEXTE: string }[]).map((one) => ({ ...one, TEXTE: one.TEXTE.trim() })) },
        more,
      )
    const conflicts: unknown[] = []
    const line = server.transport()
    await device.push({
      ...line,
      call: async (call) => {
        const reply = await line.call(call)
        conflicts.push(...((reply.body as { conflits?: unknown[] } | null)?.conflits ?? []))
        return reply
      },
    })
    expect(atServer()).toEqual([note('a'), note('b', 'trois')])
    expect(conflicts).toEqual([])
  })

  it('[OUT-10] restoring the lost items of a set does not remove items added since', async () => {
    await write([note('a'), note('c')])
    await device.push(server.transport())
    const lost = { NOTES: [note('a', 'perdu')] }
    const kept = { NOTES: [note('a')] }
    server.put('conflit', { id: 'k', RESSOURCE: 'intervention', IDENREGISTREMENT: 'i', PERDU: lost, GARDE: kept })
    await device.pull(server.transport())
    await device.resolver.restoreConflict({
      id: 'k',
      RESSOURCE: 'intervention',
      IDENREGISTREMENT: 'i',
      PERDU: lost,
      GARDE: kept,
    })
    await device.push(server.transport())
    expect(atServer()).toEqual([note('a', 'perdu'), note('c')])
  })

  it('[OUT-10] a refused edit of a set is corrected against the set that is shown', async () => {
    server.put('rdv', { IDRDV: 'r', RDV_DEBUT: '2026-11-23 09:00', RDV_FIN: '2026-11-23 10:00', IDPERSONNELS: ['me'] })
    await device.pull(server.transport())
    await device.commands.update('rdv', 'r', { IDPERSONNELS: ['me', 'gone'] })
    server.refuse = () => ({ status: 422, code: 'PARENT_MISSING' })
    await device.push(server.transport())
    const [refused] = await device.entries()
    expect(refused?.state).toBe('refused')
    server.refuse = () => null
    await device.resolver.correct(refused?.id ?? '', { IDPERSONNELS: ['me', 'here'] })
    await device.push(server.transport())
    expect(server.rows.get('r')?.record.IDPERSONNELS).toEqual(['here', 'me'])
  })
})
