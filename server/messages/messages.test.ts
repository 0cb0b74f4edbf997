import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { addCompany, describeEngines } from '../../tests/support/engines.ts'
import { embeddedPorts } from '../../tests/support/test-app.ts'
import type { Database } from '../plugins/database/database.ts'
import { DeliveryError } from '../ports/delivery.ts'
import type { OutgoingSms, SmsPort } from '../ports/sms/sms.ts'
import { MAX_ATTEMPTS, STUCK_SECONDS, scopeOf } from './claim.ts'
import { enqueueMessage, type SmsPayload } from './enqueue.ts'
import { createMessages, type Messages, type MessagesOptions } from './messages.ts'

const MOBILE = '0639980001'

/** A provider that the test controls. */
function provider(answer: (sms: OutgoingSms) => Promise<'sent'> = async () => 'sent') {
  const send = vi.fn(async (sms: OutgoingSms) => ({ status: await answer(sms), providerId: `p-${sms.id}` }) as const)
  return { port: { providerOf: () => 'brevo', send } satisfies SmsPort, send }
}

const runner = (db: Database, sms: SmsPort, more: Partial<MessagesOptions> = {}): Messages =>
  createMessages({
    db,
    ports: { ...embeddedPorts(), sms },
    mayHear: async () => true,
    keepSecrets: false,
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
    for (let round = 0; round < MAX_ATTEMPTS + 2; round += 1) {
      await makeDue(company)
      await messages.drain()
    }
    expect(away.send).toHaveBeenCalledTimes(MAX_ATTEMPTS)
    expect(await read(company, id)).toMatchObject({ status: 'failed', error: 'Le fournisseur a répondu 500.' })
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

  it('[API-13] a provider that does not answer in time leaves an unknown outcome, and the next message is sent', async () => {
    const company = await addCompany(db())
    let calls = 0
    const slow = provider(() => (calls++ === 0 ? new Promise<'sent'>(() => undefined) : Promise.resolve('sent')))
    const messages = runner(db(), slow.port, { timeoutMs: 50 })
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

  it('[API-13] a provider that does not answer does not delay the end of the process', async () => {
    const company = await addCompany(db())
    const deaf = provider(() => new Promise<'sent'>(() => undefined))
    const messages = runner(db(), deaf.port, { endMs: 20 })
    const id = await put(company)
    messages.wake(company)
    await vi.waitFor(() => expect(deaf.send).toHaveBeenCalled())
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
        providerOf: () => 'brevo' as const,
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
