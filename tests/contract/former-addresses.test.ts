import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Choices, ClientMerge, MergePreview } from '../../schemas/client-merge.ts'
import { addDays, addMinutes, today } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { publicToken } from '../../server/space/public-link.ts'
import { statePapers } from '../support/company-papers.ts'
import { type Answer, type Caller, type ContractCompany, callerOf, describeContract } from '../support/contract.ts'
import { newAdresse, newClient, newDevis, newId, newProjet, newRdv } from '../support/contract-records.ts'
import { anonymous, messagesOf, newMobile, WITH_OUTBOX } from '../support/space.ts'
import { testSecrets } from '../support/test-app.ts'

const DEBUT = `${addDays(today('Europe/Paris'), 10)} 14:00`

describeContract(
  'a link that went to an address or a number that its customer has no more',
  (server) => {
    let company: ContractCompany
    let camille: Caller
    let client: Values
    let projet: Values

    const mail = (): string => `${newId('lea')}@example.com`
    const newOne = async (values: Values = {}): Promise<Values> => {
      const { IDADRESSE } = await newAdresse(camille)
      const contact = { MAIL: mail(), PORTABLE: newMobile() }
      return newClient(camille, { IDADRESSE, IDPERSONNEL: 'camille', IDAGENCE: 'lyon', ...contact, ...values })
    }
    const projetOf = (one: Values): Promise<Values> =>
      newProjet(camille, { IDCLIENT: one.IDCLIENT, ADRESSE_CHANTIER: one.IDADRESSE })
    /** The office corrects the client's record. */
    const correct = async (patch: Values, one = client): Promise<void> =>
      expect((await camille.put(`/clients/${one.IDCLIENT}`, patch)).status).toBe(200)
    const merge = async (kept: Values, gone: Values, CHOIX: Choices): Promise<ClientMerge> => {
      const [alice, pair] = [company.as('alice'), { IDCLIENT: gone.IDCLIENT }]
      const { EMPREINTE } = (await alice.post(`/clients/${kept.IDCLIENT}/fusions/apercu`, pair))
        .data as unknown as MergePreview
      const made = await alice.post(`/clients/${kept.IDCLIENT}/fusions`, { ...pair, CHOIX, EMPREINTE })
      expect(made.status).toBe(201)
      return made.data as unknown as ClientMerge
    }
    const undo = async ({ id }: ClientMerge): Promise<void> =>
      expect((await company.as('alice').post(`/fusions/${id}/annuler`, {})).status).toBe(200)
    /** The messages about a record, oldest first. */
    const messages = async (id: string): Promise<Values[]> =>
      (await messagesOf(server(), company)).filter(({ record_id }) => record_id === id)
    const tokenOf = ({ payload }: Values): string =>
      decodeURIComponent(/\/public#([\w.%~-]+)/.exec((payload as { text: string }).text)?.[1] ?? '')
    /** Sends what waits, as a mail server does that is there again. */
    const leave = async (): Promise<void> => {
      await server().db.inTenant(company.id, (tx) =>
        sql`update message set status = 'queued', due_at = now(), attempts = 0 where resource <> 'client'`.execute(tx),
      )
      await server().app.messages.drain()
    }

    beforeEach(async () => {
      company = await server().company()
      await statePapers(server().db, company.id)
      server().app.companies.forget()
      camille = company.as('camille')
      client = await newOne()
      projet = await projetOf(client)
    })

    describe('of a quote', () => {
      const login = (token: string): Promise<Answer> =>
        anonymous(server(), company).post('/space/login_public', { token })
      const opens = async (token: string): Promise<number> => (await login(token)).status
      const session = async (token: string): Promise<Caller> =>
        callerOf(server().app, (await login(token)).data.token as string)
      /** A quote that its customer was sent. */
      async function given(at = projet, more: Values = {}): Promise<string> {
        const id = String(
          (await newDevis(camille, at, { DATE_EDITION: '2026-11-20', DATE_VALIDITE: '2999-12-31', ...more })).IDDEVIS,
        )
        expect((await camille.post(`/devis/${id}/transmit`, {})).status).toBe(200)
        return id
      }
      const remind = async (id: string, CANAL: 'mail' | 'sms'): Promise<void> =>
        expect(
          (await camille.post(`/devis/${id}/relance`, { RELANCES: [{ id: newId('relance'), CANAL }] })).status,
        ).toBe(200)
      /** Of the last message by this channel. */
      const sent = async (id: string, channel: 'mail' | 'sms' = 'mail'): Promise<string> =>
        tokenOf((await messages(id)).filter((one) => one.channel === channel).at(-1) ?? {})
      /** As a process of a former version made it. */
      const formerLink = async (id: string): Promise<string> => {
        const { IDCLIENT, DATE_TRANSMISSION } = (await camille.get(`/devis/${id}`)).data as Record<string, string>
        return publicToken(testSecrets, company.id, {
          IDDEVIS: id,
          IDCLIENT: String(IDCLIENT),
          DATE_TRANSMISSION: String(DATE_TRANSMISSION),
        })
      }

      it('[API-10] [SEC] opens nothing once the address is corrected, nor does what it had opened; the next mail has one that opens', async () => {
        const id = await given()
        const stranger = await sent(id)
        const reading = await session(stranger)
        expect((await reading.get(`/space/devis/${id}`)).status).toBe(200)
        await correct({ MAIL: mail() })
        const forged = (await login('x.y')).body
        const answer = await login(stranger)
        expect([answer.status, answer.body]).toEqual([404, forged])
        expect((await reading.get(`/space/devis/${id}`)).status).toBe(401)
        await remind(id, 'mail')
        const theirs = await sent(id)
        expect(theirs).not.toBe(stranger)
        expect([await opens(theirs), await opens(stranger)]).toEqual([200, 404])
        // Nor where the client has no address any more.
        await correct({ MAIL: null })
        expect([await opens(theirs), await opens(stranger)]).toEqual([404, 404])
      })

      it('[API-10] [SEC] a link ends with the address or the number to which it went, one that the staff took with either', async () => {
        const id = await given()
        await remind(id, 'sms')
        const byStaff = async () => String((await camille.post(`/devis/${id}/public_link`, undefined)).data.token)
        const all = async (...tokens: string[]): Promise<number[]> => Promise.all(tokens.map(opens))
        const [mailed, texted, taken] = [await sent(id), await sent(id, 'sms'), await byStaff()]
        expect(await all(mailed, texted, taken)).toEqual([200, 200, 200])
        await correct({ PORTABLE: newMobile() })
        expect(await all(mailed, texted, taken)).toEqual([200, 404, 404])
        await remind(id, 'sms')
        const again = [await sent(id, 'sms'), await byStaff()]
        expect(await all(...again)).toEqual([200, 200])
        await correct({ MAIL: mail() })
        expect(await all(mailed, ...again)).toEqual([404, 200, 404])
      })

      it('[API-10] opens again with the former address; in other letters it is the same address', async () => {
        const id = await given()
        const first = await sent(id)
        await correct({ MAIL: String(client.MAIL).toUpperCase(), PORTABLE: `+33 ${String(client.PORTABLE).slice(1)}` })
        expect(await opens(first)).toBe(200)
        await remind(id, 'mail')
        expect(await sent(id)).toBe(first)
        await correct({ MAIL: mail() })
        await remind(id, 'mail')
        const between = await sent(id)
        expect([await opens(first), await opens(between)]).toEqual([404, 200])
        await correct({ MAIL: client.MAIL })
        expect([await opens(first), await opens(between)]).toEqual([200, 404])
      })

      it('[API-10] [SEC] a link of a former version opens while the customer has every contact by which they were written to', async () => {
        // What changed before they were sent anything closes nothing.
        await correct({ MAIL: mail() })
        const id = await given()
        const link = await formerLink(id)
        await correct({ PORTABLE: newMobile() })
        expect(await opens(link)).toBe(200)
        const { MAIL } = (await camille.get(`/clients/${client.IDCLIENT}`)).data
        await correct({ MAIL: mail() })
        expect(await opens(link)).toBe(404)
        // It may have gone to the address in between: nothing says to whom it went.
        await correct({ MAIL })
        expect(await opens(link)).toBe(404)
      })

      it('[API-10] [SEC] a link of a former version that went by SMS ends with the number', async () => {
        const id = await given()
        await remind(id, 'sms')
        const link = await formerLink(id)
        expect(await opens(link)).toBe(200)
        await correct({ PORTABLE: newMobile() })
        expect(await opens(link)).toBe(404)
      })

      it('[DAY-14 merge-duplicates] [SEC] (space) a merge that gives another address closes the link and what it opened, its undoing opens it; who has logged in stays so', async () => {
        const id = await given()
        const link = await sent(id)
        const reading = await session(link)
        const own = await server().app.sessions.open({
          kind: 'client',
          accountId: String(client.IDCLIENT),
          companyId: company.id,
          deviceId: null,
        })
        const inPerson = callerOf(server().app, own.token)
        const kept = await newOne()
        const keptId = await given(await projetOf(kept))
        const theirs = await sent(keptId)
        const made = await merge(kept, client, { MAIL: 'garde', PORTABLE: 'autre' })
        expect([await opens(link), await opens(theirs)]).toEqual([404, 200])
        expect((await reading.get(`/space/devis/${id}`)).status).toBe(401)
        expect((await inPerson.get(`/space/devis/${id}`)).status).toBe(200)
        await remind(id, 'mail')
        const next = await sent(id)
        expect(await opens(next)).toBe(200)
        await undo(made)
        expect([await opens(link), await opens(theirs), await opens(next)]).toEqual([200, 200, 404])
      })

      it('[DAY-14 merge-duplicates] [SEC] (space) a merge that gives the kept record the other address closes the links of the kept one alone', async () => {
        const id = await given()
        const link = await sent(id)
        const kept = await newOne()
        const keptId = await given(await projetOf(kept))
        const [theirs, former] = [await sent(keptId), await formerLink(keptId)]
        const reading = await session(link)
        const made = await merge(kept, client, { MAIL: 'autre', PORTABLE: 'autre' })
        expect([await opens(link), await opens(theirs), await opens(former)]).toEqual([200, 404, 404])
        expect((await reading.get(`/space/devis/${id}`)).status).toBe(200)
        await undo(made)
        expect([await opens(link), await opens(theirs)]).toEqual([200, 200])
      })

      it('[API-10] of two clients who share an address, the correction of one closes the links of that one alone', async () => {
        const other = await newOne({ MAIL: client.MAIL })
        const [id, otherId] = [await given(), await given(await projetOf(other))]
        const [link, theirs] = [await sent(id), await sent(otherId)]
        await correct({ MAIL: mail() })
        expect([await opens(link), await opens(theirs)]).toEqual([404, 200])
      })

      it('[API-10] [MGR-12] what waited while the contact was corrected leaves with the link that its reader opens', async () => {
        const id = await given()
        await remind(id, 'mail')
        await remind(id, 'sms')
        await server().app.messages.drain()
        // Queued by a process of a former version.
        const former = encodeURIComponent(await formerLink(id))
        await server().db.inTenant(company.id, (tx) =>
          sql`update message set payload = (payload - 'devis') || jsonb_build_object('text', 'Votre devis : https://x/devis/public#' || ${former}::text)
            where key like 'mail:devis_relance:%'`.execute(tx),
        )
        await correct({ MAIL: mail(), PORTABLE: newMobile() })
        // A second try finds the words of the first.
        for (const time of [1, 2]) {
          await leave()
          const all = await messages(id)
          const html = all.map(({ payload }) => (payload as { html?: string }).html ?? '').join()
          expect([time, await Promise.all(all.map((one) => opens(tokenOf(one))))]).toEqual([time, [200, 200, 200]])
          expect(html).toContain(encodeURIComponent(tokenOf(all[0] ?? {})))
        }
      })

      it('[MGR-12] so does the mail of several variants, whose link is that of the last one', async () => {
        const first = await given()
        const second = await given(projet, { GROUPE_VARIANTES: first, VARIANTE: 'Confort' })
        const third = await given(projet, { GROUPE_VARIANTES: first, VARIANTE: 'Éco' })
        await correct({ MAIL: mail() })
        await leave()
        const all = [...(await messages(second)), ...(await messages(third))]
        expect(all.map(({ key }) => String(key).split(':')[1])).toEqual(['devis_variantes'])
        expect(tokenOf(all[0] ?? {})).toContain(third)
        expect(await opens(tokenOf(all[0] ?? {}))).toBe(200)
      })
    })

    describe('of an appointment', () => {
      let id: string
      beforeEach(async () => {
        const times = { RDV_DEBUT: DEBUT, RDV_FIN: addMinutes(DEBUT, 60) }
        id = String((await newRdv(camille, { IDPROJET: projet.IDPROJET, IDPERSONNELS: ['camille'], ...times })).IDRDV)
      })
      const ask = (token: string, path = '', body: Values = {}): Promise<Answer> =>
        anonymous(server(), company).post(`/space/rdv_link${path}`, { token, ...body })
      const opens = async (token: string): Promise<number> => (await ask(token)).status
      async function told(CANAL: 'mail' | 'sms'): Promise<string> {
        const ANNONCES = [{ id: newId('annonce'), GENRE: 'confirmation', CANAL }]
        expect((await camille.post(`/rdvs/${id}/notify`, { ANNONCES })).status).toBe(200)
        await server().app.messages.drain()
        return tokenOf((await messages(id)).filter(({ channel }) => channel === CANAL).at(-1) ?? {})
      }

      it('[DAY-09 customer-rdv] [SEC] (link) shows and answers nothing once the address is corrected, and is not « ouvert »; the next mail has one that opens', async () => {
        const stranger = await told('mail')
        await correct({ MAIL: mail() })
        const forged = (await ask('x')).body
        for (const [path, body] of [
          ['', {}],
          ['/confirm', { RDV_DEBUT: DEBUT }],
          ['/other', { RDV_DEBUT: DEBUT, MESSAGE: 'Le soir' }],
        ] as const) {
          const answer = await ask(stranger, path, body)
          expect([path, answer.status, answer.body]).toEqual([path, 404, forged])
        }
        expect((await camille.get(`/rdvs/${id}`)).data.REPONSE_CLIENT).toBeNull()
        const { rows } = await server().db.inTenant(company.id, (tx) =>
          sql<{ opened_at: unknown }>`select opened_at from rdv_link`.execute(tx),
        )
        expect(rows).toEqual([{ opened_at: null }])
        const theirs = await told('mail')
        expect((await ask(theirs, '/confirm', { RDV_DEBUT: DEBUT })).status).toBe(200)
        expect(await opens(stranger)).toBe(404)
      })

      it('[DAY-09 customer-rdv] [SEC] (link) ends with the address or the number to which it went, and opens again with the former one', async () => {
        const [mailed, texted] = [await told('mail'), await told('sms')]
        expect([await opens(mailed), await opens(texted)]).toEqual([200, 200])
        await correct({ PORTABLE: newMobile() })
        expect([await opens(mailed), await opens(texted)]).toEqual([200, 404])
        await correct({ PORTABLE: client.PORTABLE, MAIL: mail() })
        expect([await opens(mailed), await opens(texted)]).toEqual([404, 200])
        await correct({ MAIL: String(client.MAIL).toUpperCase() })
        expect([await opens(mailed), await opens(texted), await opens(await told('mail'))]).toEqual([200, 200, 200])
      })

      it('[DAY-09 customer-rdv] [SEC] (link) of a process of the former version ends with a contact that was the customer’s since', async () => {
        const inDatabase = (statement: ReturnType<typeof sql>): Promise<unknown> =>
          server().db.inTenant(company.id, (tx) => statement.execute(tx))
        const formerly = async (): Promise<string> => {
          const token = await told('mail')
          await inDatabase(sql`update rdv_link set recipient_hash = null`)
          return token
        }
        const first = await formerly()
        expect(await opens(first)).toBe(200)
        await correct({ MAIL: mail() })
        expect(await opens(first)).toBe(404)
        const second = await formerly()
        await correct({ PORTABLE: newMobile() })
        expect(await opens(second)).toBe(200)
        // Nobody knows any more how it went.
        await inDatabase(sql`delete from message where resource = 'rdv'`)
        expect(await opens(second)).toBe(404)
      })

      it('[DAY-14 merge-duplicates] [SEC] (link) a merge that gives another address closes it, its undoing opens it', async () => {
        const mailed = await told('mail')
        const kept = await newOne()
        const made = await merge(kept, client, { MAIL: 'garde', PORTABLE: 'autre' })
        expect(await opens(mailed)).toBe(404)
        expect(await opens(await told('mail'))).toBe(200)
        await undo(made)
        expect(await opens(mailed)).toBe(200)
      })
    })
  },
  WITH_OUTBOX,
)
