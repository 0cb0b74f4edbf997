import { beforeEach, expect, it } from 'vitest'
import type { Choices, ClientMerge, MergePreview } from '../../schemas/client-merge.ts'
import type { Values } from '../../schemas/merge.ts'
import { answerFrom, askCode, byLink, later, sentTo } from '../support/contact-changes.ts'
import { type Answer, type Caller, type ContractCompany, describeContract } from '../support/contract.ts'
import { newClient } from '../support/contract-records.ts'
import { type Customer, givenQuote, newCustomer, newMobile, WITH_OUTBOX } from '../support/space.ts'

describeContract(
  'the number of a client of whom records are merged',
  (server) => {
    let company: ContractCompany
    let alice: Caller
    let camille: Caller
    /** The customer, with a quote that waits for an answer. */
    let customer: Customer
    let quote: string
    /** Another record: that of somebody who wants to sign for the customer, or an older one of the same customer. */
    let other: Customer

    const MAIL = 'anne@example.com'

    beforeEach(async () => {
      company = await server().company()
      alice = company.as('alice')
      camille = company.as('camille')
      customer = await newCustomer(server(), company, { MAIL })
      quote = await givenQuote(server(), company, customer)
      other = await newCustomer(server(), company, { MAIL })
    })

    const merge = async (kept: string, gone: string, CHOIX: Choices): Promise<ClientMerge> => {
      const { data } = await alice.post(`/clients/${kept}/fusions/apercu`, { IDCLIENT: gone })
      const { EMPREINTE } = data as unknown as MergePreview
      const made = await alice.post(`/clients/${kept}/fusions`, { IDCLIENT: gone, CHOIX, EMPREINTE })
      expect(made.status).toBe(201)
      return made.data as unknown as ClientMerge
    }
    const undo = async ({ id }: ClientMerge): Promise<void> =>
      expect((await alice.post(`/fusions/${id}/annuler`, {})).status).toBe(200)
    const sent = (recipient: string): Promise<string[]> => sentTo(server(), company, recipient)
    const ask = async (): Promise<Answer> => askCode(await byLink(server(), company, quote), quote)
    /** 200, or why no code is sent. */
    const asked = async (): Promise<unknown> => {
      const { status, body } = await ask()
      return status === 200 ? 200 : [status, (body.details as Values)?.reason]
    }
    const HELD = [422, 'contact']
    const answer = (recipient: string, reponse: 'confirme' | 'conteste'): Promise<Answer> =>
      answerFrom(server(), company, { recipient, reponse })
    const rename = async (id: string, patch: Values): Promise<void> =>
      expect((await camille.put(`/clients/${id}`, patch)).status).toBe(200)

    it('[DAY-14 merge-duplicates] [SPA-04] [SEC] a merge that gives its customer another number tells the old one, and signing waits', async () => {
      await merge(other.id, customer.id, { PORTABLE: 'garde' })
      expect(await asked()).toEqual(HELD)
      // Nor in the session of the other record, which nothing has changed.
      expect((await askCode(other.caller, quote)).status).toBe(422)
      expect(await sent(customer.phone)).toEqual([expect.stringContaining('numéro de téléphone')])
      expect(await sent(MAIL)).toHaveLength(1)
      expect(await sent(other.phone)).toEqual([])
      await later(server(), company, 23)
      expect(await asked()).toEqual(HELD)
      await later(server(), company, 1)
      expect(await asked()).toBe(200)
    })

    it('[DAY-14 merge-duplicates] [SPA-04] [SEC] so does one that gives another address; the customer confirms it, and signs at once', async () => {
      await rename(other.id, { MAIL: 'autre@example.com' })
      await later(server(), company, 48)
      await merge(other.id, customer.id, { PORTABLE: 'autre', MAIL: 'garde' })
      expect(await asked()).toEqual(HELD)
      expect((await answer(customer.phone, 'confirme')).status).toBe(200)
      // The customer of the kept record has another number since, and says so for themselves.
      expect(await asked()).toEqual(HELD)
      expect((await answer(other.phone, 'confirme')).status).toBe(200)
      expect(await asked()).toBe(200)
    })

    it('[DAY-14 merge-duplicates] [SPA-04] the undo takes it back: what was the customer’s is signed by their number again', async () => {
      const made = await merge(other.id, customer.id, { PORTABLE: 'garde' })
      expect((await answer(customer.phone, 'conteste')).status).toBe(200)
      await later(server(), company, 500)
      expect(await asked()).toEqual(HELD)
      await undo(made)
      expect(await asked()).toBe(200)
      const code = await askCode(customer.caller, quote)
      expect([code.status, String(code.data.PORTABLE).slice(-2)]).toEqual([200, customer.phone.slice(-2)])
    })

    it('[DAY-14 merge-duplicates] [SPA-04] [SEC] a number that its customer has denied stays blocked after the merge, and after the undo', async () => {
      await rename(customer.id, { PORTABLE: newMobile() })
      expect((await answer(customer.phone, 'conteste')).status).toBe(200)
      const made = await merge(other.id, customer.id, { PORTABLE: 'garde' })
      // Told of the merge too; the number that they have denied is not.
      expect(await sent(customer.phone)).toHaveLength(2)
      await later(server(), company, 500)
      expect(await asked()).toEqual(HELD)
      await undo(made)
      expect(await asked()).toEqual(HELD)
      await rename(customer.id, { PORTABLE: customer.phone })
      expect(await asked()).toBe(200)
    })

    it('[DAY-14 merge-duplicates] [SPA-04] [SEC] a change whose delay still runs is waited for after the merge, also where the kept record had no contact', async () => {
      const empty = await newClient(camille, { PORTABLE: null, TELEPHONE: null, MAIL: null })
      await rename(customer.id, { PORTABLE: newMobile() })
      await merge(String(empty.IDCLIENT), customer.id, { PORTABLE: 'autre', MAIL: 'autre' })
      expect(await asked()).toEqual(HELD)
      // The link that was sent before still answers.
      expect((await answer(customer.phone, 'confirme')).status).toBe(200)
      expect(await asked()).toBe(200)
    })

    it('[DAY-14 merge-duplicates] [SPA-04] a merge with a record that has the number from before the change restores it', async () => {
      await rename(other.id, { PORTABLE: customer.phone })
      await later(server(), company, 48)
      await rename(customer.id, { PORTABLE: newMobile() })
      expect((await answer(customer.phone, 'conteste')).status).toBe(200)
      await merge(other.id, customer.id, { PORTABLE: 'garde' })
      expect(await asked()).toBe(200)
    })

    it('[DAY-14 merge-duplicates] [SPA-04] [SEC] a number that replaces the customer’s after the merge is told to them, although the kept record had it before', async () => {
      await merge(other.id, customer.id, { PORTABLE: 'autre' })
      const before = (await sent(customer.phone)).length
      await rename(other.id, { PORTABLE: other.phone })
      expect(await sent(customer.phone)).toHaveLength(before + 1)
      expect(await asked()).toEqual(HELD)
      // Whoever has that number cannot confirm it for the customer.
      const confirmed = await answer(other.phone, 'confirme')
      expect([confirmed.status, confirmed.body.message]).toEqual([409, expect.stringContaining('réunies')])
      expect(await asked()).toEqual(HELD)
      expect((await answer(customer.phone, 'conteste')).status).toBe(200)
      await later(server(), company, 500)
      expect(await asked()).toEqual(HELD)
    })

    it('[DAY-14 merge-duplicates] [SPA-04] [SEC] changes of the other record from before the merge restore nothing of the customer’s', async () => {
      await rename(other.id, { PORTABLE: newMobile() })
      await rename(other.id, { PORTABLE: other.phone })
      await merge(other.id, customer.id, { PORTABLE: 'garde' })
      expect(await asked()).toEqual(HELD)
      expect(await sent(customer.phone)).toHaveLength(1)
    })

    it('[DAY-14 merge-duplicates] [SPA-04] [SEC] of three records each number is told, and an undo takes back its own', async () => {
      const third = await newCustomer(server(), company, { MAIL })
      const first = await merge(other.id, customer.id, { PORTABLE: 'garde' })
      await later(server(), company, 48)
      expect(await asked()).toBe(200)
      const second = await merge(third.id, other.id, { PORTABLE: 'garde' })
      expect(await asked()).toEqual(HELD)
      const told = async ({ phone }: Customer): Promise<number> =>
        (await sent(phone)).filter((text) => text.includes('/coordonnees#')).length
      expect([await told(customer), await told(other), await told(third)]).toEqual([1, 1, 0])
      await undo(second)
      expect(await asked()).toBe(200)
      await undo(first)
      expect(await asked()).toBe(200)
    })

    it('[DAY-14 merge-duplicates] [SPA-04] [SEC] [MERGE-9] what a device wrote about the record that went is told when the undo makes it count', async () => {
      const made = await merge(other.id, customer.id, { PORTABLE: 'garde' })
      const theirs = newMobile()
      const patch = { PORTABLE: theirs }
      const late = { seen: 1, counter: 2, base: { PORTABLE: customer.record.PORTABLE } }
      expect((await camille.put(`/clients/${customer.id}`, patch, late)).status).toBe(200)
      await later(server(), company, 48)
      const before = (await sent(customer.phone)).length
      await undo(made)
      expect((await alice.get(`/clients/${customer.id}`)).data.PORTABLE).not.toBe(customer.record.PORTABLE)
      expect(await sent(customer.phone)).toHaveLength(before + 1)
      expect(await asked()).toEqual(HELD)
    })
  },
  WITH_OUTBOX,
)
