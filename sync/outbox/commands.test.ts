import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Stamp, Values } from '../../schemas/merge.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { VERSIONS } from '../../schemas/versions.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import type { Snapshot } from './snapshot.ts'

/** An open form: its edit is relative to what it showed first. */

let server: FakeServer
let device: Device
const line = () => server.transport()

beforeEach(async () => {
  server = new FakeServer()
  device = await openDevice()
})
afterEach(() => device.close())

const open = async (resource: SyncedResource, id: string): Promise<Snapshot> => {
  const shown = await device.shown(resource, id)
  if (!shown) throw new Error('not shown')
  return shown as Snapshot
}

/** A colleague's edit, which this device receives at once. */
const colleague = async (resource: SyncedResource, id: string, values: Values): Promise<void> => {
  const before = server.rows.get(id)
  const version = (before?.version ?? 0) + 1
  const stamp = (name: string) => [name, [version, 'colin-000000000000', 'colin', version]] as [string, Stamp]
  server.put(
    resource,
    { ...before?.record, ...values },
    { version, stamps: { ...before?.stamps, ...Object.fromEntries(Object.keys(values).map(stamp)) } },
  )
  await device.pull(line(), [resource])
}

/** Sends the pending entries. @returns the values that the server kept as conflicts */
async function sendAll(): Promise<Values[]> {
  const kept: Values[] = []
  const transport = line()
  const call: typeof transport.call = async (one) => {
    const answer = await transport.call(one)
    kept.push(...((answer.body as { conflits?: { PERDU: Values }[] } | null)?.conflits ?? []).map((c) => c.PERDU))
    return answer
  }
  await device.push({ ...transport, call })
  return kept
}

const putClient = async (more: Values = {}): Promise<string> => {
  const { id } = server.put('client', { IDCLIENT: uuidv7(), NOM: 'Durand', PRENOM: 'Zoé', ...more })
  await device.pull(line(), ['client'])
  return id
}

it('[OUT-2] an entry names the write, what it knew, what comes before it, whose it is and its version', async () => {
  await device.close()
  device = await openDevice('camille', { impersonator: 'admin:root' })
  const client = await putClient()
  const projet = await device.commands.create('projet', { IDCLIENT: client, DESCRIPTION: 'Portail' })
  await device.commands.update('client', client, { NOM: 'Durant' })
  await device.commands.remove('projet', projet)
  const whose = {
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/) as unknown,
    company: 'demo',
    account: 'personnel:camille',
    impersonator: 'admin:root',
    schemaVersion: VERSIONS.current,
  }
  const entries = await device.entries()
  const of = (action: string) => entries.find((entry) => entry.action === action)
  expect(of('create')).toMatchObject({
    ...whose,
    resource: 'projet',
    recordId: projet,
    patch: { IDCLIENT: client, DESCRIPTION: 'Portail' },
    base: null,
    after: [],
  })
  expect(of('update')).toMatchObject({
    ...whose,
    resource: 'client',
    recordId: client,
    patch: { NOM: 'Durant' },
    base: { NOM: 'Durand' },
    seen: 1,
    counter: 2,
  })
  expect(of('delete')).toMatchObject({ ...whose, resource: 'projet', recordId: projet, after: [of('create')?.id] })
})

describe('an edit from a form that was open for a while', () => {
  it('[OUT-11] [I9] does not count as having seen what a colleague wrote in the same field meanwhile', async () => {
    const id = await putClient({ OBSERVATIONS: 'Sonner deux fois' })
    const base = await open('client', id)
    await colleague('client', id, { OBSERVATIONS: 'Code 4B7, chien' })
    await device.commands.update('client', id, { OBSERVATIONS: 'Passer par la cour' }, { base })
    expect(await device.entries()).toMatchObject([
      { base: { OBSERVATIONS: 'Sonner deux fois' }, seen: base.VERSION, counter: base.VERSION + 1 },
    ])
    const [lost] = await sendAll()
    const kept = server.rows.get(id)?.record.OBSERVATIONS
    expect([lost?.OBSERVATIONS, kept].toSorted()).toEqual(['Code 4B7, chien', 'Passer par la cour'])
  })

  it('[OUT-11] does not change fields that the form did not change, and the record shows both edits at once', async () => {
    const id = await putClient()
    const base = await open('client', id)
    await colleague('client', id, { PRENOM: 'Chloé' })
    await device.commands.update('client', id, { NOM: 'Dupond', PRENOM: 'Zoé' }, { base })
    expect(await device.entries()).toMatchObject([{ patch: { NOM: 'Dupond' }, base: { NOM: 'Durand' } }])
    expect((await device.entries())[0]?.patch).not.toHaveProperty('PRENOM')
    expect(await device.shown('client', id)).toMatchObject({ NOM: 'Dupond', PRENOM: 'Chloé' })
    expect(await sendAll()).toEqual([])
    expect(server.rows.get(id)?.record).toMatchObject({ NOM: 'Dupond', PRENOM: 'Chloé' })
  })

  it('[OUT-11] an edit equal to a colleague’s is sent with the base that the form showed, and nobody’s words are lost', async () => {
    const id = await putClient()
    const base = await open('client', id)
    await colleague('client', id, { NOM: 'Dupond' })
    await device.commands.update('client', id, { NOM: 'Dupond' }, { base })
    expect(await sendAll()).toEqual([])
    expect(server.rows.get(id)?.record.NOM).toBe('Dupond')
  })

  it('[OUT-11] groups are sent whole from the form: an address is not mixed from two edits', async () => {
    const { id } = server.put('adresse', {
      IDADRESSE: uuidv7(),
      ADRESSE: '3 rue des Lilas',
      CODE_POSTAL: '69003',
      VILLE: 'Lyon',
    })
    await device.pull(line(), ['adresse'])
    const base = await open('adresse', id)
    await colleague('adresse', id, { ADRESSE: '12 avenue Foch', CODE_POSTAL: '38000', VILLE: 'Grenoble' })
    await device.commands.update('adresse', id, { ADRESSE: '5 rue des Lilas' }, { base })
    const mine = { ADRESSE: '5 rue des Lilas', CODE_POSTAL: '69003', VILLE: 'Lyon' }
    expect(await device.shown('adresse', id)).toMatchObject(mine)
    const [lost] = await sendAll()
    const theirs = { ADRESSE: '12 avenue Foch', CODE_POSTAL: '38000', VILLE: 'Grenoble' }
    const kept = server.rows.get(id)?.record
    const mineWon = kept?.VILLE === 'Lyon'
    expect(kept).toMatchObject(mineWon ? mine : theirs)
    expect(lost).toMatchObject(mineWon ? theirs : mine)
  })

  it('[OUT-11] [MERGE-5] a list keeps what a colleague added since, and loses only what the form removed', async () => {
    const slot = (id: string) => ({ id, IDPERSONNEL: 'p', DEBUT: '2026-12-01 08:00', FIN: '2026-12-01 12:00' })
    const { id } = server.put('intervention', {
      IDINTERVENTION: uuidv7(),
      RDV_DEBUT: '2026-12-01 08:00',
      RDV_FIN: '2026-12-01 18:00',
      IDINTERVENTION_PLANNING: [slot('a'), slot('b')],
      NOTES: [],
    })
    await device.pull(line(), ['intervention'])
    const base = await open('intervention', id)
    await colleague('intervention', id, { IDINTERVENTION_PLANNING: [slot('a'), slot('b'), slot('c')] })
    const moved = { ...slot('b'), FIN: '2026-12-01 11:00' }
    await device.commands.update('intervention', id, { IDINTERVENTION_PLANNING: [moved, slot('d')] as never }, { base })
    const after = [moved, slot('c'), slot('d')]
    expect((await device.shown('intervention', id))?.IDINTERVENTION_PLANNING).toEqual(after)
    expect(await sendAll()).toEqual([])
    expect(server.rows.get(id)?.record.IDINTERVENTION_PLANNING).toEqual(after)
  })

  it('[OUT-11] [I5] a debrief from a sheet that was open for a while meets the colleague’s debrief as a conflict', async () => {
    const { id } = server.put('rdv', {
      IDRDV: uuidv7(),
      RDV_OBJET: 'Visite',
      RDV_DEBUT: '2026-12-01 08:00',
      RDV_FIN: '2026-12-01 09:00',
      DEBRIEF_CATEGORIE: 0,
      SUPPRIME: 0,
    })
    await device.pull(line(), ['rdv'])
    const base = await open('rdv', id)
    await colleague('rdv', id, { DEBRIEF_CATEGORIE: 3, DEBRIEF_COMMENTAIRE: 'Trop cher', DEBRIEF_PAR: 'colin' })
    const values = { DEBRIEF_CATEGORIE: 4, IDRDV_DEBRIEF: null, DEBRIEF_COMMENTAIRE: 'Signé sur place' } as const
    await device.commands.debrief(id, values, { base })
    expect((await device.entries())[0]).toMatchObject({ seen: base.VERSION, base: { DEBRIEF_CATEGORIE: 0 } })
  })
})

describe('my own edits made meanwhile in another form', () => {
  it('[OUT-11] are no conflict once they were sent', async () => {
    const id = await putClient()
    const base = await open('client', id)
    await device.commands.update('client', id, { NOM: 'Un' })
    expect(await sendAll()).toEqual([])
    expect(await device.entries()).toEqual([])
    await device.commands.update('client', id, { NOM: 'Deux' }, { base })
    expect(await sendAll()).toEqual([])
    expect(server.rows.get(id)?.record.NOM).toBe('Deux')
  })

  it('[OUT-11] [PUSH-7] are no conflict while their answer is on its way', async () => {
    const id = await putClient()
    const base = await open('client', id)
    await device.commands.update('client', id, { NOM: 'Un' })
    server.faults.push({ method: 'PUT', fault: 'drop-answer' })
    await sendAll()
    expect(server.fired).toEqual(['drop-answer'])
    await device.commands.update('client', id, { NOM: 'Deux' }, { base })
    expect(await sendAll()).toEqual([])
    expect(server.rows.get(id)?.record.NOM).toBe('Deux')
  })

  it('[OUT-11] do not hide a colleague’s edit of another field from the conflict', async () => {
    const id = await putClient({ OBSERVATIONS: 'Sonner' })
    const base = await open('client', id)
    await colleague('client', id, { OBSERVATIONS: 'Chien' })
    // Made in another window, after the colleague's edit arrived; still pending when the old form is saved.
    await device.commands.update('client', id, { NOM: 'Un' })
    await device.commands.update('client', id, { OBSERVATIONS: 'Cour' }, { base })
    expect(await device.entries()).toMatchObject([{ base: { NOM: 'Durand', OBSERVATIONS: 'Sonner' } }])
    const [lost] = await sendAll()
    expect([lost?.OBSERVATIONS, server.rows.get(id)?.record.OBSERVATIONS].toSorted()).toEqual(['Chien', 'Cour'])
  })

  it('[OUT-11] saved twice, a form writes once', async () => {
    const id = await putClient()
    const base = await open('client', id)
    await device.commands.update('client', id, { NOM: 'Un' }, { base })
    await sendAll()
    await device.commands.update('client', id, { NOM: 'Un' }, { base })
    expect(await device.entries()).toEqual([])
  })

  it('[OUT-11] [MERGE-5] of an item that both of my forms changed, the later edit is kept and nothing is lost', async () => {
    const note = (TEXTE: string) => ({ id: 'n', TEXTE, LE: '2026-12-01T08:00:00.000Z', IDPERSONNEL: 'p' })
    const { id } = server.put('intervention', {
      IDINTERVENTION: uuidv7(),
      RDV_DEBUT: '2026-12-01 08:00',
      RDV_FIN: '2026-12-01 18:00',
      IDINTERVENTION_PLANNING: [],
      NOTES: [note('Porte')],
    })
    await device.pull(line(), ['intervention'])
    const base = await open('intervention', id)
    await device.commands.update('intervention', id, { NOTES: [note('Porte bleue')] as never })
    await sendAll()
    await device.commands.update('intervention', id, { NOTES: [note('Porte verte')] as never }, { base })
    expect(await sendAll()).toEqual([])
    expect(server.rows.get(id)?.record.NOTES).toEqual([note('Porte verte')])
  })
})

describe('two of my forms over one list', () => {
  const note = (id: string) => ({ id, TEXTE: id, LE: '2026-12-01T08:00:00.000Z', IDPERSONNEL: 'p' })
  const keys = (list: unknown) => (list as { id: string }[]).map(({ id }) => id)

  it.each(['waiting to be sent', 'already sent'])(
    '[OUT-10] [OUT-11] the items that the first one added and removed stay so after the second, which did not touch them: %s',
    async (first) => {
      const { id } = server.put('intervention', {
        IDINTERVENTION: uuidv7(),
        RDV_DEBUT: '2026-12-01 08:00',
        RDV_FIN: '2026-12-01 18:00',
        IDINTERVENTION_PLANNING: [],
        NOTES: [note('x'), note('y')],
      })
      await device.pull(line(), ['intervention'])
      const base = await open('intervention', id)
      await device.commands.update('intervention', id, { NOTES: [note('a'), note('y')] as never }, { base })
      if (first === 'already sent') await sendAll()
      await device.commands.update('intervention', id, { NOTES: [note('b'), note('x'), note('y')] as never }, { base })
      expect(keys((await device.shown('intervention', id))?.NOTES)).toEqual(['a', 'b', 'y'])
      const there = (server.rows.get(id)?.record.NOTES ?? []) as object[]
      await colleague('intervention', id, { NOTES: [...there, note('c')] })
      expect(await sendAll()).toEqual([])
      expect(keys(server.rows.get(id)?.record.NOTES)).toEqual(['a', 'b', 'c', 'y'])
    },
  )
})

describe('a record that is gone when its form is saved', () => {
  it('[OUT-11] [MERGE-4] is still edited, so that the server restores it or refuses it where people see it', async () => {
    const id = await putClient()
    const base = await open('client', id)
    server.remove(id)
    await device.pull(line(), ['client'])
    expect(await device.shown('client', id)).toBeNull()
    await device.commands.update('client', id, { NOM: 'Mes mots' }, { base })
    expect(await device.entries()).toMatchObject([
      { patch: { NOM: 'Mes mots' }, base: { NOM: 'Durand' }, seen: base.VERSION, state: 'pending' },
    ])
  })

  it('[OUT-6] is refused immediately when my own unsent deletion hides it', async () => {
    const id = await putClient()
    const base = await open('client', id)
    await device.commands.remove('client', id)
    await expect(device.commands.update('client', id, { NOM: 'Mes mots' }, { base })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

it('[INT-03] [OUT-9] a bad feedback tapped twice is sent as a bad one twice: its value decides the route', async () => {
  const { id } = server.put('intervention', { IDINTERVENTION: uuidv7(), RDV_OBJET: 'Pose' })
  await device.pull(line(), ['intervention'])
  await device.commands.feedback(id, 'mauvais')
  await device.commands.feedback(id, 'mauvais')
  expect((await device.entries()).map(({ patch }) => patch.FEEDBACK)).toEqual(['mauvais', 'mauvais'])
})

describe('[SET-05 bulk] one label for many clients', () => {
  const labels = async (id: string): Promise<unknown> => (await device.shown('client', id))?.IDLABELS
  const ids = ['c-0', 'c-1', 'c-2', 'c-3']
  const held = [[], ['vip'], ['vip', 'chaud'], ['chaud']]
  beforeEach(async () => {
    for (const [n, id] of ids.entries()) server.put('client', { IDCLIENT: id, NOM: `Client ${n}`, IDLABELS: held[n] })
    await device.pull(line(), ['client'])
  })

  it('is an edit of each client that lacks it, with nothing but that label; those that have it stay as they are', async () => {
    const changed = await device.commands.editSets('client', ids, { field: 'IDLABELS', add: ['vip'] })
    expect(changed.sort()).toEqual(['c-0', 'c-3'])
    expect(await labels('c-3')).toEqual(['chaud', 'vip'])
    const entries = await device.entries()
    expect(entries.map(({ recordId }) => recordId).sort()).toEqual(['c-0', 'c-3'])
    for (const entry of entries) expect(entry).toMatchObject({ base: { IDLABELS: [] }, patch: { IDLABELS: ['vip'] } })
    await sendAll()
    expect(server.rows.get('c-3')?.record.IDLABELS).toEqual(['chaud', 'vip'])
  })

  it('is undone exactly: a client that had it before keeps it', async () => {
    const changed = await device.commands.editSets('client', ids, { field: 'IDLABELS', add: ['vip'] })
    await device.commands.editSets('client', changed, { field: 'IDLABELS', remove: ['vip'] })
    await sendAll()
    expect(ids.map((id) => server.rows.get(id)?.record.IDLABELS)).toEqual(held)
  })

  it('keeps what a colleague set or took meanwhile', async () => {
    await device.commands.editSets('client', ids, { field: 'IDLABELS', remove: ['chaud'] })
    await colleague('client', 'c-2', { IDLABELS: ['vip', 'chaud', 'foire'] })
    await sendAll()
    expect(server.rows.get('c-2')?.record.IDLABELS).toEqual(['foire', 'vip'])
  })

  it('leaves out a client that is not here any more, and refuses a field that is no set', async () => {
    await device.commands.remove('client', 'c-0')
    expect(
      await device.commands.editSets('client', [...ids, 'nobody'], { field: 'IDLABELS', add: ['neuf'] }),
    ).toHaveLength(3)
    await expect(device.commands.editSets('client', ids, { field: 'NOM', add: ['x'] })).rejects.toThrow('no set')
  })
})
