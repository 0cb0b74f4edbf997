import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { addDays, DEFAULT_ZONE, instantOf, today } from '../../schemas/dates.ts'
import { addCompany, describeEngines } from '../../tests/support/engines.ts'
import { embeddedPorts } from '../../tests/support/test-app.ts'
import type { Database } from '../plugins/database/database.ts'
import { Crowded, unavailable } from '../plugins/database/unavailable.ts'
import { DeliveryError } from '../ports/delivery.ts'
import type { OutgoingSms, SmsPort } from '../ports/sms/sms.ts'
import { MAX_ATTEMPTS, STUCK_SECONDS, scopeOf } from './claim.ts'
import { enqueueMessage, type SmsPayload } from './enqueue.ts'
import { createMessages, type Messages, type MessagesOptions } from './messages.ts'

const MOBILE = '0639980001'
/** By the clock of companies. */
const NOON = new Date('2026-11-27T11:00:00.000Z')
/** A day ahead of the database's clock: what waits for its morning is not due while the tests run, whenever that is. */
const DAY = addDays(today(DEFAULT_ZONE), 2)
const at = (time: string): Date => instantOf(`${DAY} ${time}`, DEFAULT_ZONE) as Date
const NIGHT = at('00:12')
const MORNING = at('08:00').toISOString()

/** A provider that the test controls. */
function provider(answer: (sms: OutgoingSms) => Promise<'sent'> = async () => 'sent') {
  const send = vi.fn(async (sms: OutgoingSms) => ({ status: await answer(sms), providerId: `p-${sms.id}` }) as const)
  return { port: { providerOf: () => 'brevo', sends: () => true, send } satisfies SmsPort, send }
}

const runner = (db: Database, sms: SmsPort, more: Partial<MessagesOptions> = {}): Messages =>
  createMessages({
    db,
    ports: { ...embeddedPorts(), sms },
    mayHear: async () => true,
    keepSecrets: false,
    now: () => NOON,
    onError: (error) => {
      throw error
    },
    ...more,
  })

const text = (payload: Partial<SmsPayload> = {}, key: string = randomUUID()) =>
  ({ key, channel: 'sms', recipient: MOBILE, payload: { text: 'Bonjour', ...payload } }) as const

describeEngines('messages', (db) => {
  const put = (companyId: string | null, message = text()): Promise<string> =>
    db().transaction(scopeOf(companyId), (trx) => enqueueMessage(trx, message))
  const read = (companyId: string | null, id: string) =>
    db().transaction(scopeOf(companyId), (trx) =>
      trx.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    )
  /** Makes it due now instead of waiting. */
  const makeDue = (companyId: string) =>
    db().inTenant(companyId, (trx) => sql`update message set due_at = now() where status = 'queued'`.execute(trx))
  const age = (companyId: string, column: 'claimed_at' | 'created_at', seconds: number) =>
    db().inTenant(companyId, (trx) =>
      sql`update message set ${sql.id(column)} = now() - make_interval(secs => ${seconds})`.execute(trx),
    )

  it('[API-13] sends what was committed once, under the company that queued it, and names the provider', async () => {
    const company = await addCompany(db())
    const { port, send } = provider()
    const messages = runner(db(), port)
    const key = randomUUID()
    const [first, second] = [await put(company, text({}, key)), await put(company, text({}, key))]
    expect(second).toBe(first)
    messages.wake(company)
    await messages.drain()
    await messages.drain()
    expect(send).toHaveBeenCalledTimes(1)
    expect(send.mock.calls[0]?.[0]).toMatchObject({ to: MOBILE, text: 'Bonjour', sender: { NOM: expect.any(String) } })
    expect(await read(company, first)).toMatchObject({ status: 'sent', attempts: 1, provider_id: `p-${first}` })
  })

  it('[API-13] records in the outbox what has no provider, the platform’s own messages too', async () => {
    const messages = createMessages({
      db: db(),
      ports: embeddedPorts(),
      mayHear: async () => true,
      keepSecrets: false,
      onError: () => undefined,
    })
    const id = await put(null, {
      key: randomUUID(),
      channel: 'mail',
      recipient: 'admin@example.com',
      payload: { subject: 'Essai', text: 'Essai' },
    } as never)
    messages.wake(null)
    await messages.drain()
    expect(await read(null, id)).toMatchObject({ status: 'recorded', company_id: null })
  })

  it('[API-13] of a suspended company nothing asks its customers for anything; their receipts, and its tests, leave; whoever asked is told', async () => {
    const company = await addCompany(db())
    const { port, send } = provider()
    const mailed: string[] = []
    const told: string[] = []
    const { mail } = embeddedPorts()
    const messages = runner(db(), port, {
      tellLost: (id, losses) =>
        db().inTenant(id, async (tx) => {
          for (const { message, isSure, record } of losses) if (isSure && (await record(tx))) told.push(message.id)
        }),
      ports: {
        ...embeddedPorts(),
        sms: port,
        mail: {
          ...mail,
          send: async (one) => {
            mailed.push(one.id)
            return mail.send(one)
          },
        },
      },
    })
    const letter = (key: string) =>
      ({ key, channel: 'mail', recipient: 'ana@example.com', payload: { subject: 'x', text: 'x' } }) as never
    const asking = [
      await put(company, text({}, `sms:${randomUUID()}`)),
      await put(company, text({ rdv: { id: 'r', annonce: 'a', genre: 'rappel' } }, 'rdv-1')),
      ...(await Promise.all(
        ['devis_transmis', 'devis_relance', 'devis_variantes', 'demande'].map((code) =>
          put(company, letter(`mail:${code}:1`)),
        ),
      )),
    ]
    const owed = [
      await put(company, letter('mail:devis-retracte:1')),
      await put(company, letter('essai-1')),
      await put(company),
    ]
    const suspend = (disabled: boolean) =>
      db().inTenant(company, (tx) => tx.updateTable('company').set({ disabled }).execute())
    await suspend(true)
    await messages.drain()
    for (const id of asking)
      expect(await read(company, id)).toMatchObject({ status: 'failed', error: 'Cette entreprise est désactivée.' })
    expect([mailed.sort(), send.mock.calls.map(([{ id }]) => id)]).toEqual([owed.slice(0, 2).sort(), owed.slice(2)])
    expect(told.sort()).toEqual(asking.toSorted())
    // Sent again by an administrator once the company is open.
    await suspend(false)
    const [first = ''] = asking
    await db().inTenant(company, (tx) =>
      sql`update message set status = 'queued', due_at = now() where id = ${first}`.execute(tx),
    )
    await messages.drain()
    expect((await read(company, first)).status).toBe('sent')
  })

  it('[API-13] tries again later after a certain failure, then succeeds', async () => {
    const company = await addCompany(db())
    let refusals = 2
    const { port, send } = provider(async () => {
      if (refusals-- > 0) throw new DeliveryError('retry', 'Le fournisseur a répondu 503 à 0639980001.')
      return 'sent'
    })
    const messages = runner(db(), port)
    const id = await put(company)
    await messages.drain()
    const waiting = await read(company, id)
    expect(waiting).toMatchObject({ status: 'queued', attempts: 1, error: 'Le fournisseur a répondu 503 à ….' })
    expect(Date.parse(waiting.due_at)).toBeGreaterThan(Date.parse(waiting.created_at))
    await messages.drain()
    expect(send).toHaveBeenCalledTimes(1)
    for (let round = 0; round < 3; round += 1) {
      await makeDue(company)
      await messages.drain()
    }
    expect(send).toHaveBeenCalledTimes(3)
    expect(await read(company, id)).toMatchObject({ status: 'sent', attempts: 3, error: null })
    await messages.close()
  })

  it('[API-13] makes a dead letter of a message that fails every time, and at once of one that will never be accepted', async () => {
    const company = await addCompany(db())
    const away = provider(async () => {
      throw new DeliveryError('retry', 'Le fournisseur a répondu 500.')
    })
    const messages = runner(db(), away.port)
    const id = await put(company)
    const fail = async (times: number) => {
      for (let round = 0; round < times; round += 1) {
        await makeDue(company)
        await messages.drain()
      }
    }
    await fail(MAX_ATTEMPTS + 2)
    expect(away.send).toHaveBeenCalledTimes(MAX_ATTEMPTS + 2)
    const late = await read(company, id)
    expect(late).toMatchObject({ status: 'queued', error: 'Le fournisseur a répondu 500.' })
    const hours = (Date.parse(late.due_at) - Date.now()) / 3_600_000
    expect(hours, 'a provider may be away for a week-end').toBeGreaterThan(5.9)
    expect(hours).toBeLessThan(6.1)
    await age(company, 'created_at', 2.8 * 86_400)
    await fail(3)
    expect(away.send).toHaveBeenCalledTimes(MAX_ATTEMPTS + 3)
    expect(await read(company, id)).toMatchObject({ status: 'failed', error: 'Le fournisseur a répondu 500.' })
    const link = await put(company, text({ secret: true, lasting: true }))
    await fail(MAX_ATTEMPTS + 1)
    expect((await read(company, link)).status).toBe('queued')
    await messages.close()

    const never = provider(async () => {
      throw new DeliveryError('failed', 'Numéro refusé.')
    })
    const other = await put(company)
    await runner(db(), never.port).drain()
    expect(await read(company, other)).toMatchObject({ status: 'failed', attempts: 1 })
  })

  it('[API-13] a process that dies between the provider’s acceptance and its mark leaves an unknown outcome, shown and not sent again', async () => {
    const company = await addCompany(db())
    const seen: string[] = []
    let accepted: () => void = () => undefined
    const taken = new Promise<void>((resolve) => {
      accepted = resolve
    })
    const dying = provider(async ({ id }) => {
      seen.push((await read(company, id)).status)
      accepted()
      // The provider has it; the process never gets the answer.
      return new Promise<'sent'>(() => undefined)
    })
    const id = await put(company)
    // A dead process does not notice its time limit either.
    runner(db(), dying.port, { timeoutMs: 3_600_000 }).wake(company)
    await taken
    expect(seen, 'the claim is committed before the first byte leaves').toEqual(['sending'])

    const next = provider()
    const heir = runner(db(), next.port)
    await heir.drain()
    expect(await read(company, id), 'its process may still be alive').toMatchObject({ status: 'sending' })
    await age(company, 'claimed_at', STUCK_SECONDS + 1)
    await heir.drain()
    await heir.drain()
    expect(await read(company, id)).toMatchObject({ status: 'unknown', error: expect.stringContaining('interrompu') })
    expect(next.send).not.toHaveBeenCalled()
  })

  it('[API-13] a company whose rows are locked now keeps no other company’s messages waiting', async () => {
    const [one, two] = [await addCompany(db()), await addCompany(db())]
    const { port, send } = provider()
    const stuck = await put(one)
    await db().inTenant(one, (trx) => sql`update message set status = 'sending'`.execute(trx))
    await age(one, 'claimed_at', STUCK_SECONDS + 1)
    const id = await put(two)
    const held: Database = {
      ...db(),
      transaction: (scope, fn) =>
        'companyId' in scope && scope.companyId === one
          ? Promise.reject(new Error('held'))
          : db().transaction(scope, fn),
    }
    const errors: unknown[] = []
    await runner(held, port, { onError: (error) => errors.push(error) }).drain()
    expect(errors).toEqual([new Error('held')])
    expect(send.mock.calls.map(([sms]) => sms.id)).toContain(id)
    await runner(db(), port).drain()
    expect(await read(one, stuck)).toMatchObject({ status: 'unknown' })
  })

  it('[DAY-07 notices] what a process that died was sending is told once and together, by one of several processes', async () => {
    const company = await addCompany(db())
    const told: string[][] = []
    const tellLost: MessagesOptions['tellLost'] = (companyId, losses) =>
      db().inTenant(companyId, async (tx) => {
        const lost: string[] = []
        for (const { message, isSure, record } of losses) {
          expect(isSure).toBe(false)
          if (await record(tx)) lost.push(message.id)
        }
        if (lost.length > 0) told.push(lost)
      })
    const [first, second, code, restored] = [
      await put(company),
      await put(company),
      await put(company, text({ text: '123456', secret: true })),
      await put(company, text({ text: 'lien', secret: true, lasting: true })),
    ]
    await db().inTenant(company, async (trx) => {
      await sql`update message set status = 'sending', attempts = 1,
        claimed_at = now() - make_interval(secs => ${STUCK_SECONDS + 1})`.execute(trx)
      await sql`update message set error = 'Restauration : peut-être déjà envoyé.' where id = ${restored}`.execute(trx)
    })
    const { port, send } = provider()
    const workers = [1, 2].map(() => runner(db(), port, { tellLost }))
    await Promise.all(workers.map((worker) => worker.drain()))
    expect(told.map((lost) => lost.sort())).toEqual([[first, second, restored].sort()])
    const rows = await Promise.all([first, second, code, restored].map((id) => read(company, id)))
    expect(rows.map(({ status }) => status)).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
    expect(rows.map(({ payload }) => payload.text)).toEqual(['Bonjour', 'Bonjour', '', ''])
    expect(rows[3]?.error).toBe('Restauration : peut-être déjà envoyé.')
    expect(send).not.toHaveBeenCalled()
  })

  /** Tells losses as the server does, after what `before` throws. */
  const telling = (
    told: [string, boolean][],
    before: (ids: string[]) => void,
  ): NonNullable<MessagesOptions['tellLost']> => {
    return (companyId, losses) =>
      db().inTenant(companyId, async (tx) => {
        before(losses.map(({ message }) => message.id))
        for (const { message, isSure, record } of losses) if (await record(tx)) told.push([message.id, isSure])
      })
  }

  it('[API-13] what a clock that was ahead has queued does not wait for that hour; what waits for its next try does', async () => {
    const company = await addCompany(db())
    const [hour, months, tried, told] = [await put(company), await put(company), await put(company), await put(company)]
    await db().inTenant(company, async (trx) => {
      await sql`update message set created_at = created_at + interval '1 hour', due_at = due_at + interval '62 minutes'
        where id = ${hour}`.execute(trx)
      await sql`update message set created_at = created_at + interval '90 days', due_at = due_at + interval '91 days', attempts = 3
        where id = ${months}`.execute(trx)
      await sql`update message set due_at = due_at + interval '6 hours', attempts = 6 where id = ${tried}`.execute(trx)
      await sql`update message set due_at = due_at + interval '2 minutes' where id = ${told}`.execute(trx)
    })
    await runner(db(), provider().port).drain()
    const rows = await Promise.all([hour, months, tried, told].map((id) => read(company, id)))
    expect(rows.map(({ status }) => status)).toEqual(['sent', 'sent', 'queued', 'queued'])
  })

  it('[DAY-07 notices] losses that cannot be told while the company is busy are told by a later round', async () => {
    const company = await addCompany(db())
    const ids = [await put(company), await put(company)].sort()
    await db().inTenant(company, (trx) =>
      sql`update message set status = 'sending', attempts = 1,
        claimed_at = now() - make_interval(secs => ${STUCK_SECONDS + 1})`.execute(trx),
    )
    const told: [string, boolean][] = []
    const errors: unknown[] = []
    let busy = true
    const tellLost = telling(told, () => {
      if (busy) throw new Crowded()
    })
    const messages = runner(db(), provider().port, { tellLost, onError: (error) => void errors.push(error) })
    await messages.drain()
    expect([(await read(company, ids[0] ?? '')).status, told, errors.length]).toEqual(['sending', [], 1])
    busy = false
    await messages.drain()
    expect(told.sort()).toEqual(ids.map((id) => [id, false]))
    expect((await read(company, ids[0] ?? '')).status).toBe('unknown')
  })

  it('[DAY-07 notices] a notice that cannot be made keeps no other loss from being told, nor any outcome from being known', async () => {
    const company = await addCompany(db())
    const [bad, good] = [await put(company), await put(company)]
    await db().inTenant(company, (trx) =>
      sql`update message set status = 'sending', attempts = 1,
        claimed_at = now() - make_interval(secs => ${STUCK_SECONDS + 1})`.execute(trx),
    )
    const told: [string, boolean][] = []
    const errors: unknown[] = []
    const tellLost = telling(told, (ids) => {
      if (ids.includes(bad)) throw new Error('No such record')
    })
    await runner(db(), provider().port, { tellLost, onError: (error) => void errors.push(error) }).drain()
    expect(told).toEqual([[good, false]])
    expect(errors).toEqual([new Error('No such record')])
    expect([(await read(company, bad)).status, (await read(company, good)).status]).toEqual(['unknown', 'unknown'])
  })

  it('[API-13] [DAY-07 notices] an outcome is recorded, and its loss told, once a database is there again that was away for some time', async () => {
    const company = await addCompany(db())
    let away = 0
    /** Away for its next transactions. */
    const resting: Database = {
      ...db(),
      transaction: (scope, fn) => (away-- > 0 ? Promise.reject(unavailable()) : db().transaction(scope, fn)),
    }
    const told: [string, boolean][] = []
    const leaving = provider(async ({ text: words }) => {
      if (words === 'refusé') throw new DeliveryError('failed', 'Numéro refusé.')
      away = 10
      return 'sent'
    })
    let busy = 5
    const tellLost = telling(told, () => {
      if (busy-- > 0) throw new Crowded()
    })
    const messages = runner(resting, leaving.port, { tellLost, againMs: 1 })
    const [sent, refused] = [await put(company), await put(company, text({ text: 'refusé' }))]
    await messages.drain()
    expect([(await read(company, sent)).status, (await read(company, refused)).status]).toEqual(['sent', 'failed'])
    expect(told).toEqual([[refused, true]])
    expect(leaving.send).toHaveBeenCalledTimes(2)
  })

  it('[DAY-07 notices] an unknown outcome is told once, also when the answer of its commit was lost', async () => {
    const company = await addCompany(db())
    const id = await put(company)
    const told: [string, boolean][] = []
    let lost = 0
    const tellLost: MessagesOptions['tellLost'] = async (companyId, losses) => {
      await telling(told, () => undefined)(companyId, losses)
      if (lost++ === 0) throw unavailable()
    }
    const silent = provider(() => new Promise<'sent'>(() => undefined))
    await runner(db(), silent.port, { tellLost, timeoutMs: 50, againMs: 1 }).drain()
    expect([lost, told, (await read(company, id)).status]).toEqual([2, [[id, false]], 'unknown'])
  })

  it('[API-13] a provider that does not answer in time leaves an unknown outcome, and the next message is sent', async () => {
    const company = await addCompany(db())
    let calls = 0
    const slow = provider(() => (calls++ === 0 ? new Promise<'sent'>(() => undefined) : Promise.resolve('sent')))
    const messages = runner(db(), slow.port, { timeoutMs: 2000 })
    const [first, second] = [await put(company), await put(company)]
    await messages.drain()
    await messages.drain()
    expect([(await read(company, first)).status, (await read(company, second)).status]).toEqual(['unknown', 'sent'])
    expect(slow.send).toHaveBeenCalledTimes(2)
  })

  it('[API-13] when it stops, it finishes what is being sent, even if the database does not answer for a moment, and takes nothing new', async () => {
    const company = await addCompany(db())
    let take: () => void = () => undefined
    const asked = new Promise<void>((resolve) => {
      take = resolve
    })
    let answer: (value: 'sent') => void = () => undefined
    const slow = provider(() => {
      take()
      return new Promise<'sent'>((resolve) => {
        answer = resolve
      })
    })
    let failures = 1
    const flaky: Database = {
      ...db(),
      transaction: (scope, fn) =>
        closed && failures-- > 0 ? Promise.reject(new Error('away')) : db().transaction(scope, fn),
    }
    let closed: Promise<void> | undefined
    const messages = runner(flaky, slow.port)
    const [first, second] = [await put(company), await put(company)]
    messages.wake(company)
    await asked
    messages.rest()
    closed = messages.close()
    messages.wake(company)
    answer('sent')
    await closed
    expect([(await read(company, first)).status, (await read(company, second)).status]).toEqual(['sent', 'queued'])
    expect(slow.send).toHaveBeenCalledTimes(1)
    await runner(db(), provider().port).drain()
    expect((await read(company, second)).status, 'the next start finds it').toBe('sent')
  })

  it('[API-13] while a process that leaves still serves, codes leave at once and nothing else does', async () => {
    const company = await addCompany(db())
    const { port, send } = provider()
    const messages = runner(db(), port)
    messages.restButForCodes()
    const [invitation, receipt] = [
      await put(company, text({ secret: true, lasting: true })),
      await put(company, text({ text: 'Reçu' })),
    ]
    const code = await put(company, text({ secret: true }))
    messages.wake(company)
    await messages.drain()
    expect((await read(company, code)).status).toBe('sent')
    for (const id of [invitation, receipt])
      expect(await read(company, id)).toMatchObject({ status: 'queued', attempts: 0 })
    messages.rest()
    const late = await put(company, text({ secret: true }))
    messages.wake(company)
    await messages.close()
    expect((await read(company, late)).status).toBe('queued')
    expect(send).toHaveBeenCalledTimes(1)
    await runner(db(), provider().port).drain()
    expect((await read(company, receipt)).status, 'the next start finds it').toBe('sent')
  })

  it('[API-13] a provider that does not answer does not delay the end of the process', async () => {
    const company = await addCompany(db())
    const deaf = provider(() => new Promise<'sent'>(() => undefined))
    const messages = runner(db(), deaf.port, { endMs: 20 })
    const id = await put(company)
    messages.wake(company)
    await expect.poll(() => deaf.send.mock.calls.length).toBe(1)
    await messages.close()
    expect(await read(company, id), 'whether it left is for a later round to say').toMatchObject({ status: 'sending' })
  })

  it('[API-13] several workers never send one message twice', async () => {
    const company = await addCompany(db())
    const ids = await db().inTenant(company, async (trx) => {
      const made: string[] = []
      for (let i = 0; i < 60; i += 1) made.push(await enqueueMessage(trx, text()))
      return made
    })
    const busy = new Set<string>()
    const shared = provider(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      return 'sent'
    })
    const workers = ['a', 'b', 'c'].map((name) =>
      runner(db(), {
        ...shared.port,
        send: (sms) => {
          busy.add(name)
          return shared.port.send(sms)
        },
      }),
    )
    await Promise.all(workers.map((worker) => worker.drain()))
    expect(busy.size, 'more than one worker took part').toBeGreaterThan(1)
    expect(shared.send.mock.calls.map(([sms]) => sms.id).sort()).toEqual([...ids].sort())
  })

  it('[DAY-09 customer-rdv] (night) what waited leaves in the morning, not at night; a code and what is asked for now leave', async () => {
    const company = await addCompany(db())
    const { port, send } = provider()
    const messages = runner(db(), port, { now: () => NIGHT })
    const mail = (key: string) =>
      ({ key, channel: 'mail', recipient: 'lea@example.com', payload: { subject: '', text: '' } }) as const
    const put2 = (message: Parameters<typeof enqueueMessage>[1]) =>
      db().inTenant(company, (trx) => enqueueMessage(trx, message))
    const [reminder, outage, device, code, now, quote, answer, other] = [
      await put(company),
      await put(company),
      await put(company, text({ waited: true })),
      await put(company, text({ secret: true })),
      await put(company),
      await put2(mail('mail:devis_relance:r')),
      await put2(mail('mail:demande:a')),
      await put2(mail('mail:devis_transmis:d')),
    ]
    // An earlier try failed; the server was down since the afternoon.
    await db().inTenant(company, (trx) =>
      sql`update message set attempts = 3 where id in (${reminder}, ${code}, ${quote}, ${answer}, ${other})`.execute(
        trx,
      ),
    )
    await db().inTenant(company, (trx) =>
      sql`update message set created_at = now() - interval '6 hours' where id = ${outage}`.execute(trx),
    )
    await messages.drain()
    const states = async (ids: (string | undefined)[]) =>
      (await Promise.all(ids.map((id) => read(company, String(id))))).map(({ status }) => status)
    expect(await states([code, now, other])).toEqual(['sent', 'sent', 'recorded'])
    const waiting = [reminder, outage, device, quote, answer]
    expect(await states(waiting)).toEqual(waiting.map(() => 'queued'))
    for (const id of waiting) expect(new Date((await read(company, String(id))).due_at).toISOString()).toBe(MORNING)
    expect(send).toHaveBeenCalledTimes(2)
    await makeDue(company)
    await runner(db(), port).drain()
    expect(await states(waiting)).toEqual(['sent', 'sent', 'sent', 'recorded', 'recorded'])
  })

  it('[DAY-09 customer-rdv] (night) of an appointment that begins early in the morning is told at night: later it would be past', async () => {
    const company = await addCompany(db())
    const { port } = provider()
    const told = async (start: string): Promise<string> => {
      const id = randomUUID()
      await db().inTenant(company, (trx) =>
        sql`insert into rdv (company_id, "IDRDV", "RDV_DEBUT", "RDV_FIN", "IDPERSONNELS", "SUPPRIME", "DEBRIEF_CATEGORIE", seq)
          values (${company}, ${id}, ${start}, ${start}, '{}', 0, 0, take_seq(1))`.execute(trx),
      )
      return put(company, text({ waited: true, rdv: { id, annonce: 'a', genre: 'rappel' } }))
    }
    const [early, later] = [await told(`${DAY} 08:00`), await told(`${DAY} 09:00`)]
    await runner(db(), port, { now: () => NIGHT }).drain()
    expect([(await read(company, early)).status, (await read(company, later)).status]).toEqual(['sent', 'queued'])
  })

  it('[DAY-07 notices] a message about an appointment is given up, and told, when its next try would come too late', async () => {
    const company = await addCompany(db())
    const { port } = provider(async () => {
      throw new DeliveryError('retry', 'Plus de crédit.')
    })
    const told: [string, boolean][] = []
    const tellLost: MessagesOptions['tellLost'] = (id, losses) =>
      db().inTenant(id, async (tx) => {
        for (const { message, isSure, record } of losses) if (await record(tx)) told.push([message.id, isSure])
      })
    const rdv = (id: string) => text({ rdv: { id, annonce: 'a', genre: 'deplacement' }, lasting: true })
    const [soon, later, past, cancelled] = [
      await put(company, rdv('soon')),
      await put(company, rdv('later')),
      await put(company, rdv('past')),
      await put(company, rdv('cancelled')),
    ]
    const writeRdv: MessagesOptions['writeRdv'] = async (_, { rdv: { id } }) => {
      if (id === 'past' || id === 'cancelled') return { refused: 'Trop tard.', isPast: id === 'past' }
      return { payload: { text: 'Bonjour' }, recipient: MOBILE, within: id === 'soon' ? 2 * 3600 : 9 * 3600 }
    }
    const messages = runner(db(), port, { tellLost, writeRdv })
    // The next tries come after 6 hours.
    await db().inTenant(company, (trx) => sql`update message set attempts = 5`.execute(trx))
    await messages.drain()
    const states = await Promise.all([soon, later, past, cancelled].map((id) => read(company, id)))
    expect(states.map(({ status }) => status)).toEqual(['failed', 'queued', 'failed', 'failed'])
    expect(told.sort()).toEqual(
      [
        [soon, true],
        [past, true],
      ].sort(),
    )
    // Refused at its first try it was never true: nobody is told.
    const never = await put(company, rdv('past'))
    await messages.drain()
    expect([(await read(company, never)).status, told.length]).toEqual(['failed', 2])
  })

  it('[API-13] the mail of a link that ends is not sent once it is over, nor tried for then; of an invitation that is a loss', async () => {
    const company = await addCompany(db())
    const handed: string[] = []
    const told: string[] = []
    const messages = runner(db(), provider().port, {
      ports: {
        ...embeddedPorts(),
        mail: {
          sends: () => true,
          send: async ({ id }) => {
            handed.push(id)
            throw new DeliveryError('retry', 'Le serveur de messagerie ne répond pas.')
          },
        },
      },
      tellLost: (id, losses) =>
        db().inTenant(id, async (tx) => {
          for (const { message, record } of losses) if (await record(tx)) told.push(message.id)
        }),
    })
    const HOUR = 3600
    /** A link of an hour, or the invitation's of a week, as long after it was asked for, after so many tries. */
    const link = async (seconds: number, { tries = 0, invitation = false } = {}) => {
      const payload = { subject: 'Lien', text: 'https://…', secret: true }
      const valid = invitation ? { lasting: true, validSeconds: 168 * HOUR } : { validSeconds: HOUR }
      const id = await put(company, {
        key: randomUUID(),
        channel: 'mail',
        recipient: 'lea@example.com',
        payload: { ...payload, ...valid },
      } as never)
      await db().inTenant(company, (tx) =>
        sql`update message set attempts = ${tries}, created_at = now() - make_interval(secs => ${seconds})
          where id = ${id}`.execute(tx),
      )
      return id
    }
    const waits = await link(0.2 * HOUR, { tries: 3 })
    const last = await link(0.2 * HOUR, { tries: 4 })
    const over = await link(HOUR + 1)
    const invited = await link(169 * HOUR, { invitation: true })
    await messages.drain()
    const states = await Promise.all([waits, last, over, invited].map((id) => read(company, id)))
    expect(states.map(({ status }) => status)).toEqual(['queued', 'failed', 'failed', 'failed'])
    expect(states[2]?.error).toContain('Le lien a expiré')
    expect(handed.sort()).toEqual([waits, last].sort())
    expect(told).toEqual([invited])
    await messages.close()
  })

  it('[DAY-07 notices] a provider that does not answer is told too: perhaps it did not leave', async () => {
    const company = await addCompany(db())
    const { port } = provider(async () => {
      throw new DeliveryError('unknown', 'Pas de réponse.')
    })
    const told: boolean[] = []
    const tellLost: MessagesOptions['tellLost'] = (id, losses) =>
      db().inTenant(id, async (tx) => {
        for (const { isSure, record } of losses) if (await record(tx)) told.push(isSure)
      })
    const id = await put(company)
    await runner(db(), port, { tellLost }).drain()
    expect([(await read(company, id)).status, told]).toEqual(['unknown', [false]])
  })

  it('[SEC] a code goes before what waits, however long that has waited', async () => {
    const company = await addCompany(db())
    const { port, send } = provider()
    const earlier = await put(company)
    const code = await put(company, text({ text: '123456', secret: true }))
    await db().inTenant(company, (trx) =>
      sql`update message set due_at = now() - interval '1 hour' where id = ${earlier}`.execute(trx),
    )
    await runner(db(), port).drain()
    expect(send.mock.calls.map(([{ id }]) => id)).toEqual([code, earlier])
  })

  it('[SEC] the long queues of other companies keep no code waiting', async () => {
    const busy = await Promise.all([1, 2, 3, 4].map(() => addCompany(db())))
    const late = await addCompany(db())
    const EACH = 15
    for (const company of busy) for (let count = 0; count < EACH; count += 1) await put(company)
    let first: () => void = () => undefined
    const begun = new Promise<void>((resolve) => {
      first = resolve
    })
    let goOn: () => void = () => undefined
    const asked = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const { port, send } = provider(async () => {
      first()
      // Until the code is asked for, however long that takes, no message leaves.
      await asked
      await new Promise((resolve) => setTimeout(resolve, 20))
      return 'sent'
    })
    const runs = runner(db(), port)
    const drained = runs.drain()
    await begun
    const code = await put(late, text({ text: '123456', secret: true }))
    runs.wake(late)
    goOn()
    await drained
    await runs.drain()
    const place = send.mock.calls.findIndex(([{ id }]) => id === code)
    expect(place).toBeGreaterThan(0)
    // After those that were under way and one turn of each company, not after all of them.
    expect(place).toBeLessThan(busy.length * (EACH - 1))
  })

  it('[SEC] a one-time code is deleted once it is sent, except in demo mode, and is never sent late', async () => {
    const company = await addCompany(db())
    const code = () => text({ text: 'Votre code : 123456', secret: true })
    const { port, send } = provider()
    const sent = await put(company, code())
    await runner(db(), port).drain()
    expect(send.mock.calls[0]?.[0].text).toBe('Votre code : 123456')
    expect((await read(company, sent)).payload).toEqual({ text: '', secret: true })

    const shown = await put(company, code())
    await runner(db(), port, { keepSecrets: true }).drain()
    expect((await read(company, shown)).payload).toMatchObject({ text: 'Votre code : 123456' })

    const late = await put(company, code())
    await age(company, 'created_at', 601)
    await runner(db(), port).drain()
    expect(await read(company, late)).toMatchObject({ status: 'failed', payload: { text: '' } })
    expect(send).toHaveBeenCalledTimes(2)
  })

  it('[SEC] the rounds over all companies read pending messages only, and change nothing', async () => {
    const [a, b] = [await addCompany(db()), await addCompany(db())]
    const waiting = await put(a)
    const arrived = await put(b)
    await db().inTenant(b, (trx) => sql`update message set status = 'sent'`.execute(trx))
    const seen = await db().transaction({ delivery: true }, (trx) => trx.selectFrom('message').select('id').execute())
    expect(seen).toContainEqual({ id: waiting })
    expect(seen).not.toContainEqual({ id: arrived })
    const changed = await db().transaction({ delivery: true }, (trx) =>
      trx.updateTable('message').set({ status: 'sent' }).where('id', '=', waiting).executeTakeFirst(),
    )
    expect(changed.numUpdatedRows).toBe(0n)
    const clients = await db().transaction({ delivery: true }, (trx) =>
      trx.selectFrom('company').select('id').execute(),
    )
    expect(clients).toEqual([])
  })
})
