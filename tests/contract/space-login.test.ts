import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { OTP_TRIES } from '../../schemas/rules/one-time-codes.ts'
import { OTP_LIMITS } from '../../server/otp/otp-limits.ts'
import { ANSWER_MS } from '../../server/space/routes/login.ts'
import { type Answer, type ContractApp, type ContractCompany, callerOf, describeContract } from '../support/contract.ts'
import { newAdresse, newClient, newDevis, newProjet } from '../support/contract-records.ts'
import {
  anonymous,
  givenQuote,
  lastCode,
  messagesOf,
  newAddress,
  newCustomer,
  newMobile,
  otherThan,
  setQuote,
  signingCode,
  TRANSMITTED,
  WITH_OUTBOX,
} from '../support/space.ts'

/** Asks for a login code and reads it from the outbox. */
async function ask(
  server: ContractApp,
  company: ContractCompany,
  phone: string,
  address?: string,
): Promise<{ challenge: string; CODE: string }> {
  const { data } = await anonymous(server, company, address).post('/space/generateOtp', { PORTABLE: phone })
  return { challenge: data.challenge as string, CODE: (await lastCode(server, company, phone)) ?? '' }
}

/** All login codes that one company may be asked for in an hour, by strangers for numbers of nobody. */
const askedByStrangers = ({ db }: ContractApp, company: ContractCompany): Promise<unknown> =>
  db.inTenant(company.id, (tx) =>
    sql`insert into otp_challenge (company_id, id, purpose, phone, code_digest, ip, expires_at)
      select ${company.id}, 'past-' || n, 'login', '06399' || n, '', '10.9.' || n, now()
      from generate_series(1, ${OTP_LIMITS.company.most}::integer) n`.execute(tx),
  )

/** The parts of an answer that could distinguish two numbers. */
const seen = ({ status, body, headers }: Answer): unknown => {
  const {
    date: _,
    'x-ratelimit-remaining': _r,
    'x-ratelimit-reset': _s,
    // Random in each answer.
    'x-request-id': _i,
    ...rest
  } = headers
  const shape = JSON.parse(JSON.stringify(body), (_key, value) => (typeof value === 'string' ? value.length : value))
  return { status, shape, headers: rest }
}

describeContract(
  'customer login',
  (server) => {
    it('[AUT-03] [API-10] a phone number and the code it receives open a session of its customer', async () => {
      const company = await server().company()
      const { id, phone } = await newCustomer(server(), company)
      const spaced = phone.replace(/(\d\d)(?=\d)/g, '$1 ')
      const { challenge, CODE } = await ask(server(), company, phone)
      const answer = await anonymous(server(), company).post('/space/verifyOtpAndCreateToken', {
        challenge,
        PORTABLE: spaced,
        CODE,
      })
      expect(answer.status).toBe(200)
      expect(answer.data).toMatchObject({ tokenable_type: 'client', tokenable_id: id, company_id: company.id })
      const me = await callerOf(server().app, answer.data.token as string).get('/space/client')
      expect(me.data.IDCLIENT).toBe(id)
    })

    it('[AUT-03] several customers of one number: the right code offers the known ones, again where the answer was lost, then the same code opens the chosen one', async () => {
      const company = await server().company()
      const { id, phone } = await newCustomer(server(), company, { NOM: 'Albert', PRENOM: 'Zoé', VILLE: 'Lyon' })
      const other = await newClient(company.as('camille'), { NOM: 'Bernard', PORTABLE: phone })
      // The staff confirms that it is a household.
      for (const one of [id, other.IDCLIENT])
        expect((await company.as('alice').post(`/clients/${one}/confirm_number`, {})).status).toBe(200)
      const stranger = await newCustomer(server(), company)
      const { challenge, CODE } = await ask(server(), company, phone)
      const verify = (more = {}) =>
        anonymous(server(), company).post('/space/verifyOtpAndCreateToken', { challenge, CODE, ...more })
      const offered = await verify()
      expect(offered.data.clients).toMatchObject([{ label: 'Zoé Albert, Lyon' }, { label: 'Bernard' }])
      // The answer was lost, more often than wrong codes may be tried.
      for (let lost = 0; lost < OTP_TRIES; lost += 1) {
        const again = await verify()
        expect([again.status, again.data]).toEqual([200, offered.data])
      }
      expect((await verify({ IDCLIENT: stranger.id })).status).toBe(422)
      const chosen = await verify({ IDCLIENT: other.IDCLIENT })
      expect(chosen.data).toMatchObject({ tokenable_id: other.IDCLIENT })
    })

    it('[AUT-03] [SEC] several customers of one number: without its challenge a code offers them once', async () => {
      const company = await server().company()
      const { id, phone } = await newCustomer(server(), company)
      const other = await newClient(company.as('camille'), { PORTABLE: phone })
      for (const one of [id, other.IDCLIENT])
        expect((await company.as('alice').post(`/clients/${one}/confirm_number`, {})).status).toBe(200)
      const here = anonymous(server(), company, newAddress())
      const { data } = await here.post('/space/generateOtp', { PORTABLE: phone })
      const CODE = await lastCode(server(), company, phone)
      const verify = (more: object) => here.post('/space/verifyOtpAndCreateToken', { PORTABLE: phone, CODE, ...more })
      expect((await verify({})).data.clients).toHaveLength(2)
      expect((await verify({})).status).toBe(422)
      // Whoever has the challenge is told again all the same, and enters.
      expect((await verify({ challenge: data.challenge })).data.clients).toHaveLength(2)
      expect((await verify({ challenge: data.challenge, IDCLIENT: id })).data).toMatchObject({ tokenable_id: id })
    })

    it('[AUT-03] [SEC] a client record made with another person’s number gives that person no access to it, and is not named to them', async () => {
      const company = await server().company()
      const rep = company.as('camille')
      const owner = await newCustomer(server(), company, { NOM: 'Albert' })
      const login = async (more = {}) => {
        const { challenge, CODE } = await ask(server(), company, owner.phone)
        return anonymous(server(), company).post('/space/verifyOtpAndCreateToken', { challenge, CODE, ...more })
      }
      // The number was theirs alone at their first login, so they can still log in.
      expect((await login()).data).toMatchObject({ tokenable_id: owner.id })
      const other = await newClient(rep, { NOM: 'Bernard', PRENOM: 'Secret', PORTABLE: owner.phone })
      expect((await login()).data).toEqual({ clients: [{ IDCLIENT: owner.id, label: 'Albert' }], preuve: true })
      expect((await login({ IDCLIENT: other.IDCLIENT })).status).toBe(422)
      expect((await login({ IDCLIENT: owner.id })).data).toMatchObject({ tokenable_id: owner.id })
      // Staff who create clients in the field may not confirm a number.
      const path = `/clients/${other.IDCLIENT}/confirm_number`
      expect([(await rep.post(path, {})).status, (await company.as('alice').post(path, {})).status]).toEqual([403, 200])
      expect((await login({ IDCLIENT: other.IDCLIENT })).data).toMatchObject({ tokenable_id: other.IDCLIENT })
    })

    it('[AUT-03] [SEC] the first login with a shared number needs the postcode and a quote number; ten wrong guesses a day', async () => {
      const company = await server().company()
      const rep = company.as('camille')
      const phone = newMobile()
      const [lyon, brest] = [
        await newAdresse(rep, { CODE_POSTAL: '69003' }),
        await newAdresse(rep, { CODE_POSTAL: '29200' }),
      ]
      const give = async (address: Values) => {
        const client = await newClient(rep, { PORTABLE: phone, IDADRESSE: address.IDADRESSE })
        const projet = await newProjet(rep, { IDCLIENT: client.IDCLIENT, ADRESSE_CHANTIER: address.IDADRESSE })
        const devis = await newDevis(rep, projet, {})
        await setQuote(server(), company, devis.IDDEVIS as string, { DATE_TRANSMISSION: TRANSMITTED })
        return { IDCLIENT: client.IDCLIENT, NUMERO_DEVIS: devis.NUMERO_DEVIS as string }
      }
      const [one, two] = [await give(lyon), await give(brest)]
      const login = async (more = {}) => {
        const { challenge, CODE } = await ask(server(), company, phone)
        return anonymous(server(), company).post('/space/verifyOtpAndCreateToken', { challenge, CODE, ...more })
      }
      expect((await login()).data).toEqual({ clients: [], preuve: true })
      const { challenge, CODE } = await ask(server(), company, phone)
      const prove = (NUMERO_DEVIS: string, CODE_POSTAL = '69003') =>
        anonymous(server(), company).post('/space/verifyOtpAndCreateToken', {
          challenge,
          CODE,
          NUMERO_DEVIS,
          CODE_POSTAL,
        })
      // One client's quote with the other's postcode matches nobody; a wrong proof does not use up the code.
      for (const wrong of [two.NUMERO_DEVIS, 'D-1999-00001']) {
        const refused = await prove(wrong)
        expect([refused.status, Object.keys(refused.body.errors as object)]).toEqual([422, ['NUMERO_DEVIS']])
      }
      expect((await prove(` ${one.NUMERO_DEVIS.toLowerCase()} `)).data).toMatchObject({ tokenable_id: one.IDCLIENT })
      expect((await login()).data).toMatchObject({ clients: [{ IDCLIENT: one.IDCLIENT }], preuve: true })
      await server().db.inTenant(company.id, (tx) => sql`update otp_challenge set proof_tries = 5`.execute(tx))
      const tooMany = await login({ NUMERO_DEVIS: two.NUMERO_DEVIS, CODE_POSTAL: '29200' })
      expect([tooMany.status, JSON.stringify(tooMany.body.errors)]).toEqual([422, expect.stringContaining('demain')])
      await server().db.inTenant(company.id, (tx) => sql`update otp_challenge set proof_tries = 0`.execute(tx))
      expect((await login({ NUMERO_DEVIS: two.NUMERO_DEVIS, CODE_POSTAL: '29200' })).status).toBe(200)
      expect((await login({ CODE_POSTAL: '29200' })).status).toBe(422)
    })

    it("[AUT-03] [API-10] the contract's original call has no challenge: each valid code requested from this address opens the session", async () => {
      const company = await server().company()
      const { id, phone } = await newCustomer(server(), company)
      const here = anonymous(server(), company, newAddress())
      const codes: (string | null)[] = []
      for (let n = 0; n < 2; n += 1) {
        await here.post('/space/generateOtp', { PORTABLE: phone })
        codes.push(await lastCode(server(), company, phone))
      }
      // A request for another code keeps the former one valid.
      for (const CODE of codes) {
        const answer = await here.post('/space/verifyOtpAndCreateToken', { PORTABLE: phone, CODE })
        expect(answer.data).toMatchObject({ tokenable_id: id })
      }
      const again = await here.post('/space/verifyOtpAndCreateToken', { PORTABLE: phone, CODE: codes[0] })
      expect(again.status).toBe(422)
    })

    it('[AUT-03] [SEC] lock-out: a stranger who knows the number cannot invalidate its owner’s code, by requests or guesses', async () => {
      const company = await server().company()
      const { id, phone } = await newCustomer(server(), company)
      const [owner, stranger] = [anonymous(server(), company, newAddress()), anonymous(server(), company, newAddress())]
      await owner.post('/space/generateOtp', { PORTABLE: phone })
      const CODE = await lastCode(server(), company, phone)
      await stranger.post('/space/generateOtp', { PORTABLE: phone })
      for (const guesser of [stranger, anonymous(server(), company)])
        for (let tries = 0; tries < OTP_TRIES + 2; tries += 1)
          await guesser.post('/space/verifyOtpAndCreateToken', { PORTABLE: phone, CODE: otherThan(CODE) })
      const answer = await owner.post('/space/verifyOtpAndCreateToken', { PORTABLE: phone, CODE })
      expect(answer.data).toMatchObject({ tokenable_id: id })
    })

    it('[AUT-03] [SEC] lock-out: guesses from the owner’s own network do not invalidate a code given with its challenge', async () => {
      const company = await server().company()
      const { id, phone } = await newCustomer(server(), company)
      const here = anonymous(server(), company, newAddress())
      const { data } = await here.post('/space/generateOtp', { PORTABLE: phone })
      const CODE = await lastCode(server(), company, phone)
      const guess = (code: string | null) =>
        here.post('/space/verifyOtpAndCreateToken', { PORTABLE: phone, CODE: code })
      for (let tries = 0; tries < OTP_TRIES + 2; tries += 1) await guess(otherThan(CODE))
      // Guesses without a challenge have a limit too.
      expect((await guess(CODE)).status).toBe(422)
      const answer = await here.post('/space/verifyOtpAndCreateToken', { challenge: data.challenge, CODE })
      expect(answer.data).toMatchObject({ tokenable_id: id })
    })

    it('[AUT-03] [API-09] [SEC] lock-out: many requests for a number block neither its owner’s login nor their signature', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const quote = await givenQuote(server(), company, customer)
      const home = anonymous(server(), company, newAddress())
      const login = async () => {
        const { data, status } = await home.post('/space/generateOtp', { PORTABLE: customer.phone })
        if (status !== 200) return status
        const CODE = await lastCode(server(), company, customer.phone)
        return (await home.post('/space/verifyOtpAndCreateToken', { challenge: data.challenge, CODE })).status
      }
      const attack = async (address: string): Promise<number> => {
        const statuses: number[] = []
        for (let n = 0; n < 12; n += 1) {
          const { status } = await anonymous(server(), company, address).post('/space/generateOtp', {
            PORTABLE: customer.phone,
          })
          statuses.push(status)
        }
        return statuses.filter((status) => status === 200).length
      }
      // One stranger: the owner, whose address is unknown, can still log in.
      expect(await attack(newAddress())).toBe(OTP_LIMITS.pair.most)
      expect(await login()).toBe(200)
      // Many strangers: the number gets no more codes from them, but the owner's address is known by now.
      for (let n = 0; n < 4; n += 1) await attack(newAddress())
      expect(await attack(newAddress())).toBe(0)
      expect(await login()).toBe(200)
      expect((await signingCode(server(), company, customer, quote)).CODE).toMatch(/^\d{6}$/)
    })

    it('[AUT-03] [SEC] a landline gets no code, and whoever types it reads so, whether it is known or not', async () => {
      const company = await server().company()
      const landline = '0478000001'
      const { id } = await newCustomer(server(), company)
      const asked = () => anonymous(server(), company).post('/space/generateOtp', { PORTABLE: landline })
      const unknown = await asked()
      expect(unknown.status).toBe(422)
      await company.as('camille').put(`/clients/${id}`, { PORTABLE: null, TELEPHONE: landline })
      expect(seen(await asked())).toEqual(seen(unknown))
    })

    it('[AUT-03] [SEC] lock-out: addresses of one IPv6 network are one address', async () => {
      const company = await server().company()
      const { phone } = await newCustomer(server(), company)
      const statuses: number[] = []
      for (let n = 1; n <= OTP_LIMITS.pair.most + 1; n += 1) {
        const asked = await anonymous(server(), company, `2001:db8:9:9::${n}`).post('/space/generateOtp', {
          PORTABLE: phone,
        })
        statuses.push(asked.status)
      }
      expect(statuses.at(-1)).toBe(429)
    })

    it('[AUT-03] [SEC] enumeration: a known and an unknown number get the same answer, headers and time included', async () => {
      const company = await server().company()
      const { phone } = await newCustomer(server(), company)
      /** Answers that wait for their moment, which comes when the test says so: a busy machine does not bring it. */
      const waiting: (() => void)[] = []
      const begin = globalThis.setTimeout
      const clock = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((...given: Parameters<typeof begin>) => {
        const [run, ms] = given
        if (ms !== ANSWER_MS) return begin(...given)
        waiting.push(() => run())
      }) as typeof setTimeout)
      onTestFinished(() => clock.mockRestore())
      const isQueued = async (number: string): Promise<boolean> => {
        const { rows } = await server().db.inTenant(company.id, (tx) =>
          sql`select 1 from otp_challenge where phone = ${number}`.execute(tx),
        )
        return rows.length === 1
      }
      const asked = async (PORTABLE: string): Promise<Answer> => {
        let isAnswered = false
        const answering = anonymous(server(), company)
          .post('/space/generateOtp', { PORTABLE })
          .finally(() => {
            isAnswered = true
          })
        await expect.poll(() => isQueued(PORTABLE)).toBe(true)
        // Its work is done, and who asked later has an answer.
        expect((await anonymous(server(), company).post('/space/generateOtp', { PORTABLE: '' })).status).toBe(422)
        expect([isAnswered, waiting.length]).toEqual([false, 1])
        waiting.pop()?.()
        return answering
      }
      const unknown = newMobile()
      const [known, nobody] = [await asked(phone), await asked(unknown)]
      expect(known.status).toBe(200)
      expect(seen(nobody)).toEqual(seen(known))
      expect(await lastCode(server(), company, phone)).not.toBeNull()
      expect(await lastCode(server(), company, unknown)).toBeNull()
    })

    it('[AUT-03] [SEC] enumeration: wrong codes of a known, an unknown and a made-up challenge are refused alike', async () => {
      const company = await server().company()
      const { phone } = await newCustomer(server(), company)
      const known = await ask(server(), company, phone)
      const nobody = await ask(server(), company, newMobile())
      const verify = (challenge: string) =>
        anonymous(server(), company).post('/space/verifyOtpAndCreateToken', { challenge, CODE: otherThan(known.CODE) })
      const answers = [await verify(known.challenge), await verify(nobody.challenge), await verify('x'.repeat(32))]
      expect(answers[0]?.status).toBe(422)
      for (const answer of answers.slice(1)) {
        expect(seen(answer)).toEqual(seen(answers[0] as Answer))
        expect(answer.body).toEqual(answers[0]?.body)
      }
    })

    it('[AUT-03] [SEC] brute force: after five wrong codes the right one is refused', async () => {
      const company = await server().company()
      const { phone } = await newCustomer(server(), company)
      const { challenge, CODE } = await ask(server(), company, phone)
      const verify = (code: string) =>
        anonymous(server(), company).post('/space/verifyOtpAndCreateToken', { challenge, CODE: code })
      for (let tries = 1; tries <= OTP_TRIES; tries += 1) expect((await verify(otherThan(CODE))).status).toBe(422)
      expect((await verify(CODE)).status).toBe(422)
    })

    it('[AUT-03] [SEC] brute force in parallel: simultaneous tries are counted one by one', async () => {
      const company = await server().company()
      const { phone } = await newCustomer(server(), company)
      const { challenge, CODE } = await ask(server(), company, phone)
      const verify = (code: string) =>
        anonymous(server(), company).post('/space/verifyOtpAndCreateToken', { challenge, CODE: code })
      await Promise.all(Array.from({ length: 12 }, () => verify(otherThan(CODE))))
      const { rows } = await server().db.inTenant(company.id, (tx) =>
        sql<{ tries: number }>`select tries from otp_challenge where id = ${challenge}`.execute(tx),
      )
      expect(rows).toEqual([{ tries: OTP_TRIES }])
      expect((await verify(CODE)).status).toBe(422)
    })

    it('[AUT-03] [SEC] replay: a code opens one session, also when it is sent twice at once', async () => {
      const company = await server().company()
      const { phone } = await newCustomer(server(), company)
      const { challenge, CODE } = await ask(server(), company, phone)
      const verify = () => anonymous(server(), company).post('/space/verifyOtpAndCreateToken', { challenge, CODE })
      const statuses = (await Promise.all([verify(), verify()])).map((answer) => answer.status)
      expect(statuses.sort()).toEqual([200, 422])
      expect((await verify()).status).toBe(422)
    })

    it('[AUT-03] [SEC] a code is invalid after ten minutes', async () => {
      const company = await server().company()
      const { phone } = await newCustomer(server(), company)
      const { challenge, CODE } = await ask(server(), company, phone)
      const { rows } = await server().db.inTenant(company.id, (tx) =>
        sql<{ expires_at: string }>`select expires_at from otp_challenge where id = ${challenge}`.execute(tx),
      )
      expect(Date.parse(String(rows[0]?.expires_at)) - Date.now()).toBeLessThanOrEqual(10 * 60_000)
      await server().db.inTenant(company.id, (tx) =>
        sql`update otp_challenge set expires_at = now() - interval '1 second' where id = ${challenge}`.execute(tx),
      )
      const answer = await anonymous(server(), company).post('/space/verifyOtpAndCreateToken', { challenge, CODE })
      expect(answer.status).toBe(422)
    })

    it('[AUT-03] [SEC] a code opens its own challenge only, for its own number only, in its own company only', async () => {
      const company = await server().company()
      const elsewhere = await server().company()
      const mine = await newCustomer(server(), company)
      const yours = await newCustomer(server(), company)
      const a = await ask(server(), company, mine.phone)
      const b = await ask(server(), company, yours.phone)
      const verify = (body: object, at = company) =>
        anonymous(server(), at).post('/space/verifyOtpAndCreateToken', body)
      if (a.CODE !== b.CODE) expect((await verify({ challenge: b.challenge, CODE: a.CODE })).status).toBe(422)
      expect((await verify({ ...a, PORTABLE: yours.phone })).status).toBe(422)
      expect((await verify(a, elsewhere)).status).toBe(422)
      expect((await verify(a)).status).toBe(200)
    })

    it('[AUT-03] [API-09] [SEC] cross-purpose: a signing code logs nobody in', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const id = await givenQuote(server(), company, customer)
      const code = await signingCode(server(), company, customer, id)
      const answer = await anonymous(server(), company).post('/space/verifyOtpAndCreateToken', code)
      expect(answer.status).toBe(422)
      const byPhone = { PORTABLE: customer.phone, CODE: code.CODE }
      expect((await anonymous(server(), company).post('/space/verifyOtpAndCreateToken', byPhone)).status).toBe(422)
    })

    it('[AUT-03] [SEC] pumping: the codes per number are limited, known or unknown, from all addresses, also at once', async () => {
      const company = await server().company()
      const { phone } = await newCustomer(server(), company)
      const limit = OTP_LIMITS.phone.most
      for (const number of [phone, newMobile()]) {
        const asked = await Promise.all(
          Array.from({ length: limit + 3 }, () =>
            anonymous(server(), company).post('/space/generateOtp', { PORTABLE: number }),
          ),
        )
        expect(asked.filter((answer) => answer.status === 200)).toHaveLength(limit)
        const refused = asked.find((answer) => answer.status === 429)
        expect(refused?.body).toMatchObject({ code: 'RATE_LIMITED' })
        expect(String(refused?.body.message)).toContain('numéro')
      }
      const sent = (await messagesOf(server(), company)).filter((message) => message.recipient === phone)
      expect(sent).toHaveLength(limit)
    })

    it('[AUT-03] [SEC] pumping: the codes per address are limited for all numbers together, across processes', async () => {
      const company = await server().company()
      const address = newAddress()
      await server().db.inTenant(company.id, (tx) =>
        sql`insert into otp_challenge (company_id, id, purpose, phone, code_digest, ip, expires_at)
        select ${company.id}, 'past-' || n, 'login', '06399' || n, '', ${address}, now() from generate_series(1, ${OTP_LIMITS.ip.most}::integer) n`.execute(
          tx,
        ),
      )
      const refused = await anonymous(server(), company, address).post('/space/generateOtp', { PORTABLE: newMobile() })
      expect([refused.status, refused.code]).toEqual([429, 'RATE_LIMITED'])
      const other = await anonymous(server(), company).post('/space/generateOtp', { PORTABLE: newMobile() })
      expect(other.status).toBe(200)
    })

    it('[AUT-03] [SEC] pumping: the codes of a company per hour are limited', async () => {
      const company = await server().company()
      await askedByStrangers(server(), company)
      const refused = await anonymous(server(), company).post('/space/generateOtp', { PORTABLE: newMobile() })
      expect([refused.status, refused.code]).toEqual([429, 'RATE_LIMITED'])
    })

    it('[AUT-03] [SPA-04] [SEC] pumping: strangers who use up the company’s hour keep nobody from signing, nor a known address from logging in', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const quote = await givenQuote(server(), company, customer)
      const home = newAddress()
      const { challenge, CODE } = await ask(server(), company, customer.phone, home)
      const login = await anonymous(server(), company, home).post('/space/verifyOtpAndCreateToken', {
        challenge,
        CODE,
      })
      expect(login.status).toBe(200)
      await askedByStrangers(server(), company)
      const stranger = await anonymous(server(), company).post('/space/generateOtp', { PORTABLE: customer.phone })
      expect(stranger.status).toBe(429)
      const known = await anonymous(server(), company, home).post('/space/generateOtp', { PORTABLE: customer.phone })
      expect(known.status).toBe(200)
      const former = await lastCode(server(), company, customer.phone)
      const sign = await customer.caller.post('/sms/otp', { purpose: 'sign', IDDEVIS: quote })
      expect(sign.status).toBe(200)
      const code = await lastCode(server(), company, customer.phone)
      expect(code).toMatch(/^\d{6}$/)
      expect(code).not.toBe(former)
    })

    it('[AUT-03] [SEC] the database holds no code in clear, and the SMS that does is marked secret', async () => {
      const company = await server().company()
      const { phone } = await newCustomer(server(), company)
      const { challenge, CODE } = await ask(server(), company, phone)
      const { rows } = await server().db.inTenant(company.id, (tx) =>
        sql<{ row: string }>`select row_to_json(c)::text as row from otp_challenge c where id = ${challenge}`.execute(
          tx,
        ),
      )
      expect(rows[0]?.row).toContain(challenge)
      expect(rows[0]?.row).not.toContain(`"${CODE}"`)
      const [sms] = (await messagesOf(server(), company)).filter((message) => message.recipient === phone)
      expect(sms?.payload).toMatchObject({ secret: true })
    })

    it('[AUT-03] an invalid number is reported, and a deleted customer receives nothing', async () => {
      const company = await server().company()
      const { id, phone } = await newCustomer(server(), company)
      await company.as('alice').del(`/clients/${id}`)
      const gone = await anonymous(server(), company).post('/space/generateOtp', { PORTABLE: phone })
      expect(gone.status).toBe(200)
      expect(await lastCode(server(), company, phone)).toBeNull()
      for (const PORTABLE of ['', 'abcdefgh', '------', '0'.repeat(40)]) {
        const bad = await anonymous(server(), company).post('/space/generateOtp', { PORTABLE })
        expect([PORTABLE, bad.status]).toEqual([PORTABLE, 422])
      }
    })
  },
  WITH_OUTBOX,
)
