import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { replacementId } from '../../schemas/rules/corrections.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import type { Call, Transport } from '../net/transport.ts'
import type { NewFile } from '../outbox/files.ts'
import { pushAll } from '../replicate/push.ts'

/** The order in which writes reach the server: causes before effects (I8), and nothing refused because it came too early. */

const hours = { RDV_DEBUT: '2026-11-23 09:00', RDV_FIN: '2026-11-23 10:00' }
const own = { skipDuplicateCheck: true }

let server: FakeServer
let device: Device

beforeEach(async () => {
  server = new FakeServer()
  device = await openDevice()
})
afterEach(async () => {
  vi.useRealTimers()
  await device.close()
})

/** A transport on which matching calls arrive late. */
const slow = (matches: (call: Call) => boolean): Transport => {
  const line = server.transport()
  return {
    ...line,
    call: async (call) => {
      if (matches(call)) await wait(50)
      return line.call(call)
    },
  }
}
const writes = (): string[] =>
  server.calls
    .filter(({ method, path }) => method !== 'GET' && !path.startsWith('/sync/'))
    .map(({ method, path }) => `${method} ${path}`)
const idOf = async (resource: string): Promise<string | undefined> =>
  (await device.entries()).find((entry) => entry.resource === resource)?.id

/** As the server does: refuses an appointment when a record that it points to is missing. */
const needsAddress = (call: Call): ReturnType<FakeServer['refuse']> => {
  const id = (call.body as Values | undefined)?.IDADRESSE
  return call.path.startsWith('/rdvs') && typeof id === 'string' && !server.rows.has(id)
    ? { status: 422, code: 'PARENT_MISSING', details: { resource: 'adresse', id } }
    : null
}

describe('what an edit points to', () => {
  it('[PUSH-9] [OUT-4] an edit folded into an unsent creation makes it wait for what the edit points to', async () => {
    const rdv = await device.commands.create('rdv', { ...hours, IDPERSONNELS: ['me'] })
    const adresse = await device.commands.create('adresse', { VILLE: 'Lyon' })
    await device.commands.update('rdv', rdv, { IDADRESSE: adresse })
    expect(await device.entries()).toHaveLength(2)
    expect((await device.entries()).find((entry) => entry.resource === 'rdv')?.after).toEqual([await idOf('adresse')])
    server.refuse = needsAddress
    await device.push(slow(({ path }) => path === '/adresse'))
    expect(await device.entries()).toEqual([])
    expect(writes()).toEqual(['POST /adresse', 'POST /rdvs'])
  })

  it('[OUT-4] no fold where what the edit points to waits for the entry itself', async () => {
    const client = await device.commands.create('client', { NOM: 'Durand' }, own)
    const projet = await device.commands.create('projet', { IDCLIENT: client, DESCRIPTION: 'a' })
    const rdv = await device.commands.create('rdv', { ...hours, IDPROJET: projet, IDPERSONNELS: ['me'] })
    // The product makes no such graph: a creation that waits for the edited record.
    const adresse = await device.commands.create('adresse', { VILLE: 'Lyon' })
    const [address, appointment] = [await idOf('adresse'), await idOf('rdv')]
    const doc = await device.db.outbox.findOne(String(address)).exec()
    await doc?.incrementalPatch({ after: [String(appointment)] })
    await device.commands.update('rdv', rdv, { IDADRESSE: adresse })
    expect((await device.entries()).filter((entry) => entry.recordId === rdv)).toHaveLength(2)
    await device.push(server.transport())
    expect(await device.entries()).toEqual([])
    expect(writes()).toEqual(['POST /clients', 'POST /projets', 'POST /rdvs', 'POST /adresse', `PUT /rdvs/${rdv}`])
  })

  it('[PUSH-5] PARENT_MISSING for a parent that has arrived meanwhile is no refusal: the entry is sent again after it', async () => {
    const adresse = await device.commands.create('adresse', { VILLE: 'Lyon' })
    const rdv = await device.commands.create('rdv', { ...hours, IDADRESSE: adresse, IDPERSONNELS: ['me'] })
    // As an older build left it: neither comes after the other.
    const doc = await device.db.outbox.findOne(String(await idOf('rdv'))).exec()
    await doc?.incrementalPatch({ after: [] })
    let tooEarly = 0
    server.refuse = (call) => {
      const refusal = needsAddress(call)
      if (refusal) tooEarly += 1
      return refusal
    }
    // The address is sent once the appointment was refused, whose answer comes once the address is complete.
    const line = server.transport()
    const call: Transport['call'] = async (one) => {
      if (one.path === '/adresse') await expect.poll(() => tooEarly).toBe(1)
      const reply = await line.call(one)
      if (one.path === '/rdvs') await expect.poll(() => idOf('adresse')).toBeUndefined()
      return reply
    }
    await device.push({ ...line, call })
    expect(tooEarly).toBe(1)
    expect(await device.entries()).toMatchObject([{ recordId: rdv, state: 'sent' }])
    await device.push(server.transport())
    expect(await device.entries()).toEqual([])
    expect(server.rows.get(rdv)?.record.IDADRESSE).toBe(adresse)
  })

  it('[PUSH-5] PARENT_MISSING for a parent that was acknowledged is a refusal, shown once', async () => {
    const adresse = await device.commands.create('adresse', { VILLE: 'Lyon' })
    const rdv = await device.commands.create('rdv', { ...hours, IDADRESSE: adresse, IDPERSONNELS: ['me'] })
    server.refuse = ({ path }) =>
      path === '/rdvs' ? { status: 422, code: 'PARENT_MISSING', details: { resource: 'adresse', id: adresse } } : null
    for (let i = 0; i < 3; i++) await device.push(server.transport())
    expect(await device.entries()).toMatchObject([{ recordId: rdv, state: 'refused' }])
  })
})

describe('deletions', () => {
  beforeEach(async () => {
    server.put('client', { IDCLIENT: 'c', NOM: 'Durand' })
    server.put('projet', { IDPROJET: 'p', IDCLIENT: 'c' })
    server.put('rdv', { ...hours, IDRDV: 'r', IDPROJET: 'p', IDPERSONNELS: ['me'] })
    server.put('projet', { IDPROJET: 'other', IDCLIENT: 'other' })
    await device.pull(server.transport())
  })

  /** As the server: no client is deleted that has projects. */
  const clientHasProjects = (call: Call): ReturnType<FakeServer['refuse']> =>
    call.method === 'DELETE' && call.path === '/clients/c' && server.row('projet', 'p')?.deleted === false
      ? { status: 422, code: 'VALIDATION_ERROR' }
      : null

  it('[PUSH-9] a project’s deletion reaches the server before its client’s', async () => {
    await device.commands.remove('projet', 'p')
    await device.commands.remove('client', 'c')
    server.refuse = clientHasProjects
    await device.push(slow(({ path }) => path === '/projets/p'))
    expect(await device.entries()).toEqual([])
    expect(writes()).toEqual(['DELETE /projets/p', 'DELETE /clients/c'])
  })

  it('[PUSH-9] a project that leaves a client reaches the server before that client’s deletion', async () => {
    server.put('client', { IDCLIENT: 'new', NOM: 'Neuf' })
    await device.pull(server.transport())
    await device.commands.update('projet', 'p', { IDCLIENT: 'new' })
    await device.commands.remove('client', 'c')
    await device.push(slow(({ path }) => path === '/projets/p'))
    expect(writes()).toEqual(['PUT /projets/p', 'DELETE /clients/c'])
  })

  it('[PUSH-9] my edit of an appointment reaches the server before its project’s deletion', async () => {
    await device.commands.update('rdv', 'r', { OBSERVATIONS: 'x' })
    await device.commands.remove('projet', 'p')
    await device.push(slow(({ path }) => path === '/rdvs/r'))
    expect(writes()).toEqual(['PUT /rdvs/r', 'DELETE /projets/p'])
  })

  it('[OUT-4] [MERGE-7] an edit made after its project’s deletion is not folded into an entry that this deletion waits for', async () => {
    await device.commands.update('rdv', 'r', { OBSERVATIONS: 'before' })
    await device.commands.remove('projet', 'p')
    await device.commands.update('rdv', 'r', { OBSERVATIONS: 'after' })
    const [before, deletion, after] = await device.entries()
    expect([before?.patch, after?.patch]).toEqual([{ OBSERVATIONS: 'before' }, { OBSERVATIONS: 'after' }])
    expect(after?.after).toEqual([before?.id])
    // The server sees an edit that the deletion does not name: it keeps the project and tells the deleter.
    expect(deletion?.base?._uses).toMatchObject({ mine: [before?.id] })
  })

  it('[I11] a refused deletion holds back no unrelated deletion', async () => {
    await device.commands.remove('projet', 'p')
    await device.commands.remove('client', 'c')
    await device.commands.remove('projet', 'other')
    server.refuse = ({ path }) => (path === '/projets/p' ? { status: 422, code: 'VALIDATION_ERROR' } : null)
    await device.push(server.transport())
    expect((await device.entries()).map(({ recordId, state }) => `${recordId} ${state}`)).toEqual([
      'p refused',
      'c pending',
    ])
    expect(server.row('projet', 'other')?.deleted).toBe(true)
  })

  it.each([
    ['runs on', 0],
    ['is set back before each of them', 3_600_000],
  ])(
    '[HEAL-3] after a restore deletions are sent again in order, although their causes had ended, where the clock %s',
    async (_, back) => {
      const start = Date.now()
      const tick = (times: number) => void vi.useFakeTimers({ toFake: ['Date'], now: start + times * (60_000 - back) })
      const restore = server.backup()
      await device.commands.update('rdv', 'r', { OBSERVATIONS: 'x' })
      await device.push(server.transport())
      await device.pull(server.transport())
      tick(1)
      await device.commands.remove('projet', 'p')
      await device.push(server.transport())
      await device.pull(server.transport())
      tick(2)
      await device.commands.remove('client', 'c')
      await device.push(server.transport())
      await device.pull(server.transport())
      expect(await device.entries()).toEqual([])
      restore()
      server.calls = []
      server.refuse = clientHasProjects
      await device.pull(server.transport(), ['client'])
      await device.push(slow(({ path }) => path !== '/clients/c'))
      expect(await device.entries()).toEqual([])
      expect(writes()).toEqual(['PUT /rdvs/r', 'DELETE /projets/p', 'DELETE /clients/c'])
    },
  )
})

describe('a project that goes to another agency', () => {
  const give = async (projet: string, devis: string): Promise<void> => {
    server.put('projet', { IDPROJET: projet, IDCLIENT: 'c', IDRESPONSABLEPROJET: 'camille', IDAGENCE: 'lyon' })
    server.put('devis', { IDDEVIS: devis, IDPROJET: projet, IDCLIENT: 'c', IDRESPONSABLEPROJET: 'camille' })
    await device.pull(server.transport(), ['projet', 'devis'])
  }
  const toColin = { IDRESPONSABLEPROJET: 'colin' }

  it('[PUSH-9] [I8] reaches the server after its quotes that are given in the same save: their author does not see them any more', async () => {
    await give('p', 'd')
    // As the server does: the new viewers of the project are those of its quotes.
    server.refuse = ({ path }) =>
      path === '/devis/d' && server.rows.get('p')?.record.IDAGENCE !== 'lyon'
        ? { status: 404, code: 'NOT_FOUND' }
        : null
    await device.commands.together(async (one) => {
      await one.update('devis', 'd', toColin)
      await one.update('projet', 'p', { ...toColin, IDAGENCE: 'nantes' })
    })
    await device.push(slow(({ path }) => path === '/devis/d'))
    expect(await device.entries()).toEqual([])
    expect(writes()).toEqual(['PUT /devis/d', 'PUT /projets/p'])
  })

  it('[PUSH-9] [OUT-4] also where project and quote are new: the move is an entry of its own, and neither waits for the other for ever', async () => {
    const IDPROJET = await device.commands.create('projet', { IDCLIENT: 'c', IDAGENCE: 'lyon' })
    await device.commands.create('devis', { IDPROJET, IDCLIENT: 'c' })
    await device.commands.update('projet', IDPROJET, { IDAGENCE: 'nantes' })
    await device.push(server.transport())
    expect(await device.entries()).toEqual([])
    expect(writes()).toEqual(['POST /projets', 'POST /devis', `PUT /projets/${IDPROJET}`])
  })

  it('[PUSH-9] [I11] waits for no other project’s quote, nor for a refused one; one that stays in its agency waits for none', async () => {
    await give('p', 'd')
    await give('q', 'e')
    server.refuse = ({ path }) => (path === '/devis/d' ? { status: 409, code: 'IMMUTABLE' } : null)
    await device.commands.update('devis', 'd', toColin)
    await device.push(server.transport())
    await device.commands.update('devis', 'e', toColin)
    await device.commands.update('projet', 'q', toColin)
    await device.commands.update('projet', 'p', { IDAGENCE: 'nantes' })
    expect((await device.entries()).map(({ after }) => after)).toEqual([[], [], [], []])
    await device.push(slow(({ path }) => path === '/devis/e'))
    expect((await device.entries()).map(({ recordId, state }) => [recordId, state])).toEqual([['d', 'refused']])
    expect(writes().at(-1)).toBe('PUT /devis/e')
  })

  const toNantes = () => device.commands.update('projet', 'p', { IDAGENCE: 'nantes' })
  /** As the server does: who sees all that is about the project is who sees the project. */
  const goneWithIt = ({ path }: Call): ReturnType<FakeServer['refuse']> =>
    path.startsWith('/projets') || server.rows.get('p')?.record.IDAGENCE === 'lyon'
      ? null
      : { status: 404, code: 'NOT_FOUND' }
  const cheque = () =>
    device.commands.create('paiement', {
      IDDEVIS: 'd',
      IDPROJET: 'p',
      MONTANT: 300_00,
      MOYEN: 'cheque',
      GENRE: 'acompte',
      DATE_PAIEMENT: '2026-11-20',
    })
  const visit = async (): Promise<void> => {
    server.put('rdv', { ...hours, IDRDV: 'r', IDPROJET: 'p', IDPERSONNELS: ['me'] })
    await device.pull(server.transport(), ['rdv'])
  }
  const photo = (of: Pick<NewFile, 'resource' | 'recordId'> = { resource: 'projet', recordId: 'p' }) =>
    device.files.add({
      ...of,
      projectId: 'p',
      origin: 'document',
      name: 'photo.jpg',
      type: 'image/jpeg',
      bytes: randomBytes(900),
    })
  const files = async () => (await device.db.files.files.toArray()).map(({ state }) => state)

  it('[PUSH-9] [I8] reaches the server after a payment and an appointment, entered before it or after it', async () => {
    await give('p', 'd')
    await visit()
    await cheque()
    await toNantes()
    await device.commands.update('rdv', 'r', { OBSERVATIONS: 'x' })
    server.refuse = goneWithIt
    await device.push(slow(({ path }) => !path.startsWith('/projets')))
    expect(await device.entries()).toEqual([])
    expect(writes().sort()).toEqual(['POST /paiements', 'PUT /projets/p', 'PUT /rdvs/r'])
    expect(writes().at(-1)).toBe('PUT /projets/p')
  })

  it('[PUSH-9] [OUT-12] waits for a message to the customer that its author may still take out', async () => {
    await give('p', 'd')
    await device.commands.transmit('d')
    await toNantes()
    const { signal } = new AbortController()
    const held = await pushAll({ db: device.db, transport: server.transport(), signal, holdMs: 60_000 })
    expect(held).toMatchObject({ kind: 'retry', afterMs: expect.any(Number) })
    expect(server.applied).toEqual([])
    expect(await device.resolver.withdraw('devis', 'd', 'transmit')).toBe(true)
    expect(await device.push(server.transport())).toEqual({ kind: 'idle' })
    expect(writes()).toEqual(['PUT /projets/p'])
  })

  it('[PUSH-9] [FILE-3] [OUT-4] reaches the server after photos, taken before it or after it, and does not join the edit for which they wait', async () => {
    await give('p', 'd')
    await device.commands.update('projet', 'p', { DESCRIPTION: 'Portail' })
    await photo()
    await toNantes()
    await photo()
    server.refuse = goneWithIt
    await device.push(server.transport())
    expect((await device.entries()).map(({ patch }) => patch)).toEqual([{ IDAGENCE: 'nantes' }])
    await device.upload(server.transport())
    expect(await files()).toEqual(['done', 'done'])
    await device.push(server.transport())
    expect(await device.entries()).toEqual([])
    expect(server.rows.get('p')?.record).toMatchObject({ DESCRIPTION: 'Portail', IDAGENCE: 'nantes' })
  })

  it('[PUSH-9] [FILE-6] [FILE-8] reaches the server after a signed PV, its « bon » and its mail', async () => {
    await give('p', 'd')
    server.put('intervention', {
      IDINTERVENTION: 'i',
      IDPROJET: 'p',
      RDV_DEBUT: '2026-11-20 08:00',
      RDV_FIN: '2026-11-20 17:00',
      NOTES: [],
      IDINTERVENTION_PLANNING: [],
    })
    await device.pull(server.transport(), ['intervention'])
    await device.files.add({
      resource: 'intervention',
      recordId: 'i',
      projectId: 'p',
      origin: 'intervention_sign_pv',
      name: 'PV.pdf',
      type: 'application/pdf',
      bytes: randomBytes(900),
    })
    await device.files.mailPv('i')
    await toNantes()
    await device.commands.feedback('i', 'bon')
    let isDown = true
    server.refuse = (call) =>
      isDown && call.path === '/intervention/send' ? { status: 503, code: 'UNAVAILABLE' } : goneWithIt(call)
    const isMoved = () => server.rows.get('p')?.record.IDAGENCE === 'nantes'
    await device.push(server.transport())
    expect(server.applied).toEqual([])
    await device.upload(server.transport())
    await device.push(server.transport())
    expect([server.applied.length, isMoved()]).toEqual([1, false])
    isDown = false
    await device.upload(server.transport())
    await device.push(server.transport())
    expect([server.mails.size, isMoved(), await device.entries()]).toEqual([1, true, []])
  })

  it('[PUSH-9] [I11] what is refused while it waits holds it no longer', async () => {
    await give('p', 'd')
    await cheque()
    await toNantes()
    server.refuse = ({ path }) => (path === '/paiements' ? { status: 422, code: 'VALIDATION_ERROR' } : null)
    await device.push(slow(({ path }) => path === '/paiements'))
    expect(writes()).toEqual(['POST /paiements', 'PUT /projets/p'])
    expect((await device.entries()).map(({ resource, state }) => [resource, state])).toEqual([['paiement', 'refused']])
  })

  it('[PUSH-9] [I11] nor does what waits for something refused: an edit and a photo of an appointment that the server did not take', async () => {
    await give('p', 'd')
    const rdv = await device.commands.create('rdv', { ...hours, IDPROJET: 'p', IDPERSONNELS: ['me'] })
    server.refuse = ({ path }) => (path === '/rdvs' ? { status: 422, code: 'VALIDATION_ERROR' } : null)
    await device.push(server.transport())
    await device.commands.update('rdv', rdv, { OBSERVATIONS: 'x' })
    await photo({ resource: 'rdv', recordId: rdv })
    await toNantes()
    await device.push(server.transport())
    expect((await device.entries()).map(({ resource, state }) => [resource, state])).toEqual([
      ['rdv', 'refused'],
      ['rdv', 'pending'],
    ])
    expect(server.rows.get('p')?.record.IDAGENCE).toBe('nantes')
  })

  it.each([
    ['[FILE-7] was refused', 422, 'VALIDATION_ERROR', ['refused', 'refused']],
    ['[FILE-13] found no room in the company', 507, 'STORAGE_FULL', ['pending', 'pending']],
  ])('[PUSH-9] waits for no photo that %s, nor for the next one then', async (_, status, code, states) => {
    await give('p', 'd')
    await photo()
    await photo()
    await toNantes()
    server.refuse = ({ path }) => (path.startsWith('/drive/') ? { status, code } : null)
    await device.push(server.transport())
    expect(server.applied).toEqual([])
    await device.upload(server.transport())
    expect(await files()).toEqual(states)
    await device.push(server.transport())
    expect(await device.entries()).toEqual([])
  })

  it('[PUSH-9] [FILE-3] nothing waits in a circle where a photo of an older build waits for it', async () => {
    await give('p', 'd')
    await toNantes()
    const [move] = await device.entries()
    await device.db.files.files.update(await photo(), { after: [String(move?.id)] })
    await device.push(server.transport())
    await device.upload(server.transport())
    expect([await device.entries(), await files()]).toEqual([[], ['done']])
  })

  it('[PUSH-9] [OUT-4] another agency that is chosen before it was sent is the same move', async () => {
    await give('p', 'd')
    await photo()
    await toNantes()
    await device.commands.update('projet', 'p', { IDAGENCE: 'brest' })
    expect((await device.entries()).map(({ patch }) => patch)).toEqual([{ IDAGENCE: 'brest' }])
  })

  it('[PUSH-9] [HEAL-3] [HEAL-5] after a restore too: what the server has lost again goes before it', async () => {
    await give('p', 'd')
    const restore = server.backup()
    await photo()
    await device.upload(server.transport())
    await cheque()
    await device.push(server.transport())
    await toNantes()
    await device.push(server.transport())
    expect([await device.entries(), await files()]).toEqual([[], ['done']])
    restore()
    server.calls = []
    server.refuse = goneWithIt
    await device.pull(server.transport(), ['projet'])
    await device.push(slow(({ path }) => path === '/paiements'))
    await device.upload(server.transport())
    await device.push(server.transport())
    expect([await device.entries(), await files()]).toEqual([[], ['done']])
    expect(writes().at(-1)).toBe('PUT /projets/p')
  })
})

describe('payments of one order', () => {
  const paid = {
    IDDEVIS: 'd1',
    IDPROJET: 'j1',
    MONTANT: 300_00,
    MOYEN: 'cheque',
    GENRE: 'acompte',
    DATE_PAIEMENT: '2026-11-20',
  } as const
  const enter = (more: Partial<Record<keyof typeof paid, unknown>> = {}): Promise<string> =>
    device.commands.create('paiement', { ...paid, ...more } as never)
  /** As the server does: what goes back may not be more than was received. */
  const refundNeedsMoney = (call: Call): ReturnType<FakeServer['refuse']> => {
    const body = call.body as Values | undefined
    if (call.path !== '/paiements' || body?.GENRE !== 'remboursement') return null
    const held = [...server.rows.values()]
      .filter(({ record }) => record.IDDEVIS === body.IDDEVIS && record.ANNULE_LE == null)
      .reduce((all, { record }) => all + (record.GENRE === 'remboursement' ? -1 : 1) * Number(record.MONTANT), 0)
    return held < Number(body.MONTANT) ? { status: 422, code: 'VALIDATION_ERROR' } : null
  }

  it('[PUSH-9] [I8] a refund reaches the server after the payments of its order and the cancelled refunds before it', async () => {
    server.refuse = refundNeedsMoney
    await enter()
    const wrong = await enter({ GENRE: 'remboursement' })
    await device.commands.cancelPayment(wrong, 'Erreur de saisie')
    await enter({ GENRE: 'remboursement', MOYEN: 'virement' })
    const isSlow = ({ path, body }: Call): boolean =>
      path.endsWith('/cancel') || (body as Values | undefined)?.GENRE === 'acompte'
    await device.push(slow(isSlow))
    expect(await device.entries()).toEqual([])
    expect(server.rows.size).toBe(3)
  })

  it('[PUSH-9] [I8] [DAY-06 payments] (correct) the correction of a payment reaches the server after its cancellation, after a restore too', async () => {
    const wrong = await enter()
    await device.push(server.transport())
    const restore = server.backup()
    await device.commands.cancelPayment(wrong, 'Erreur de saisie')
    await device.push(server.transport())
    await device.commands.create('paiement', { ...paid, MONTANT: 350_00 }, { id: replacementId(wrong) })
    const cancelled: boolean[] = []
    server.refuse = ({ path }) => {
      if (path === '/paiements') cancelled.push(server.rows.get(wrong)?.record.ANNULE_LE != null)
      return null
    }
    await device.push(server.transport())
    restore()
    await device.pull(server.transport(), ['paiement'])
    await device.push(slow(({ path }) => path.endsWith('/cancel')))
    expect(await device.entries()).toEqual([])
    expect(cancelled).toEqual([true, true])
  })

  it('[OUT-13] [PUSH-9] [DAY-06 payments] (correct) a correction is one save, whose cancellation is sent first', async () => {
    const wrong = await enter()
    await device.push(server.transport())
    await device.commands.together(async (one) => {
      await one.cancelPayment(wrong, 'Erreur de saisie')
      await one.create('paiement', { ...paid, MONTANT: 350_00 }, { id: replacementId(wrong) })
    })
    // Made in one millisecond, their ids say nothing of their order.
    const entries = await device.entries()
    const of = (action: string) => entries.find((entry) => entry.action === action)
    expect([entries.length, of('cancelPayment')?.after, of('create')?.after]).toEqual([
      2,
      [],
      [of('cancelPayment')?.id],
    ])
    await device.push(slow(({ path }) => path.endsWith('/cancel')))
    expect(await device.entries()).toEqual([])
  })

  it('[PUSH-9] [I11] another order’s payment, and a cheque, wait for none of them', async () => {
    await enter({ IDDEVIS: 'd2' })
    const wrong = await enter()
    await device.commands.cancelPayment(wrong, 'Erreur de saisie')
    await enter({ MONTANT: 200_00 })
    await enter({ IDDEVIS: 'd3', GENRE: 'remboursement' })
    const entries = await device.entries()
    const of = (match: Values) =>
      entries.find(({ patch }) => Object.entries(match).every(([name, value]) => patch[name] === value))?.after
    expect([of({ MONTANT: 200_00 }), of({ IDDEVIS: 'd3' })]).toEqual([[], []])
  })
})

describe('two resources with the same id', () => {
  beforeEach(async () => {
    server.put('client', { IDCLIENT: '12', NOM: 'Durand', IDAGENCE: 'lyon' })
    server.put('projet', { IDPROJET: '12', IDCLIENT: 'c', IDAGENCE: 'brest' })
    expect(server.rows.size).toBe(2)
    await device.pull(server.transport())
  })

  it('[PUSH-9] an edit of one does not show on the other', async () => {
    await device.commands.update('client', '12', { IDAGENCE: 'paris' })
    server.put('projet', { IDPROJET: '12', DESCRIPTION: 'news' })
    await device.pull(server.transport())
    expect(await device.shown('projet', '12')).toMatchObject({ IDAGENCE: 'brest', DESCRIPTION: 'news' })
    expect(await device.state('projet', '12')).toBe('synced')
    await device.push(server.transport())
    expect(server.row('client', '12')?.record.IDAGENCE).toBe('paris')
    expect(server.row('projet', '12')?.record.IDAGENCE).toBe('brest')
  })

  it('[PUSH-9] [OUT-6] a deletion of one does not hide the other, nor does its answer rebase the other’s entries', async () => {
    await device.commands.remove('client', '12')
    await device.commands.update('projet', '12', { IDAGENCE: 'paris' })
    await device.pull(server.transport())
    expect(await device.shown('client', '12')).toBeNull()
    expect(await device.shown('projet', '12')).toMatchObject({ IDAGENCE: 'paris' })
    await device.push(server.transport())
    expect(await device.entries()).toEqual([])
    expect(server.row('projet', '12')).toMatchObject({ deleted: false, record: { IDAGENCE: 'paris' } })
    expect(server.row('client', '12')?.deleted).toBe(true)
  })
})
