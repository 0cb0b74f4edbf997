import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { isDateTime, isInstant } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { type RankedQuote, rankingDays, rankingOfDays } from '../../schemas/rules/ranking.ts'
import { publicToken } from '../../server/space/public-link.ts'
import { PAPERS, statePapers } from '../support/company-papers.ts'
import { type ContractCompany, describeContract } from '../support/contract.ts'
import { newAdresse, newClient, newDevis, newId, newProjet } from '../support/contract-records.ts'
import { messagesOf, setQuote } from '../support/space.ts'
import { testSecrets } from '../support/test-app.ts'

describeContract('a quote on its way to its customer', (server) => {
  /** A quote of Camille's with all mandatory mentions. */
  async function setUp(customer: Values = {}) {
    const company = await server().company()
    await statePapers(server().db, company.id)
    server().app.companies.forget()
    const camille = company.as('camille')
    const adresse = await newAdresse(camille)
    const client = await newClient(camille, {
      NOM: 'Noël',
      PRENOM: 'Léa',
      IDADRESSE: adresse.IDADRESSE,
      MAIL: 'lea@example.com',
      PORTABLE: '06 39 98 00 77',
      ...customer,
    })
    const projet = await newProjet(camille, { IDCLIENT: client.IDCLIENT, ADRESSE_CHANTIER: adresse.IDADRESSE })
    const devis = await newDevis(camille, projet, {
      OBJET: 'Deux fenêtres',
      DATE_EDITION: '2026-11-20',
      DATE_VALIDITE: '2999-12-31',
    })
    const id = String(devis.IDDEVIS)
    const at = `/devis/${id}`
    const remind = (CANAL: string, more: Values = {}, key?: string) =>
      camille.post(`${at}/relance`, { RELANCES: [{ id: newId('relance'), CANAL, ...more }] }, key ? { key } : {})
    return { company, camille, id, at, remind }
  }
  const mailsOf = async (company: ContractCompany, channel = 'mail') =>
    (await messagesOf(server(), company)).filter((message) => message.channel === channel)

  it('[MGR-12] is mailed to the customer once, when it is transmitted, with the link that opens it', async () => {
    const { company, camille, id, at } = await setUp()
    const given = await camille.post(`${at}/transmit`, {})
    expect(given.status).toBe(200)
    await camille.post(`${at}/transmit`, {})
    const mails = await mailsOf(company)
    expect(mails.map(({ recipient, record_id, created_by }) => [recipient, record_id, created_by])).toEqual([
      ['lea@example.com', id, 'personnel:camille'],
    ])
    const [{ payload } = { payload: {} }] = mails
    const { subject, text } = payload as { subject: string; text: string }
    const { IDCLIENT, DATE_TRANSMISSION } = given.data
    const quote = { IDDEVIS: id, IDCLIENT, DATE_TRANSMISSION, sentTo: { mail: 'lea@example.com' } }
    const token = publicToken(testSecrets, company.id, quote as never)
    expect(subject).toBe(`Votre devis ${given.data.NUMERO_DEVIS}`)
    for (const part of ['Léa Noël', 'Deux fenêtres', '220,00 €', '31/12/2999', `/devis/public#${token}`])
      expect(text).toContain(part)
    const opened = await server().app.inject({
      method: 'POST',
      url: '/api/space/login_public',
      headers: { 'company-key': company.id },
      payload: { token: decodeURIComponent(/#(\S+)/.exec(text)?.[1] ?? '') },
    })
    expect(opened.statusCode).toBe(200)
  })

  it('[MGR-12] is mailed again, as a new proposal, when it is sent after another quote of the project was signed', async () => {
    const { company, camille, at } = await setUp()
    const first = (await camille.post(`${at}/transmit`, {})).data
    const projet = { IDPROJET: first.IDPROJET, IDCLIENT: first.IDCLIENT }
    const other = String((await newDevis(camille, projet)).IDDEVIS)
    await setQuote(server(), company, other, { DEVIS_SIGNE: 1, DATE_SIGNATURE: new Date().toISOString() })
    const again = await camille.post(`${at}/transmit`, {})
    expect(again.status).toBe(200)
    expect(String(again.data.DATE_TRANSMISSION) > String(first.DATE_TRANSMISSION)).toBe(true)
    expect(await mailsOf(company)).toHaveLength(2)
  })

  it('[MGR-12] a customer without a mail address gets none, and the quote is still transmitted', async () => {
    const { company, camille, at } = await setUp({ MAIL: undefined })
    expect((await camille.post(`${at}/transmit`, {})).status).toBe(200)
    expect(await mailsOf(company)).toEqual([])
  })

  it('[MGR-12] reminds by mail and SMS with the link, notes a call, and keeps each with its author and time', async () => {
    const { company, camille, id, at, remind } = await setUp()
    await camille.post(`${at}/transmit`, {})
    const early = '2026-11-20T10:00:00.000Z'
    const statuses = [
      (await remind('mail')).status,
      (await remind('sms')).status,
      (await remind('telephone', { LE: early, IDPERSONNEL: 'diane' })).status,
    ]
    expect(statuses).toEqual([200, 200, 200])
    const history = (await camille.get(at)).data.RELANCES as Values[]
    // In order of time, and always under the author's name.
    expect(history.map(({ CANAL, IDPERSONNEL }) => [CANAL, IDPERSONNEL])).toEqual([
      ['telephone', 'camille'],
      ['mail', 'camille'],
      ['sms', 'camille'],
    ])
    expect(history[0]?.LE).toBe(early)
    expect((await remind('sms', { LE: early })).status).toBe(200)
    const [, mail] = await mailsOf(company)
    expect(mail?.payload).toMatchObject({ subject: expect.stringContaining('vous attend') })
    const [sms = {}, late, ...more] = await mailsOf(company, 'sms')
    // Asked for on a device without a network: at night it waits for the morning.
    expect([sms, mail, late].map((one) => (one?.payload as Values | undefined)?.waited)).toEqual([
      undefined,
      undefined,
      true,
    ])
    expect([sms.recipient, sms.record_id, more]).toEqual(['0639980077', id, []])
    expect((sms.payload as { text: string }).text).toMatch(/Votre devis D-.*220,00 €.*http.*\/devis\/public#/)
  })

  it('[MGR-12] [DAY-02 journal] [SEC] a time that no calendar has is the server’s, in the journal too, and stops no later reminder', async () => {
    const { company, camille, id, at, remind } = await setUp()
    await camille.post(`${at}/transmit`, {})
    for (const LE of ['0001-06-01T00:00:00.000Z', '9999-12-31T23:30:00.000Z'])
      expect((await remind('telephone', { LE })).status).toBe(200)
    const { RELANCES, IDPROJET } = (await camille.get(at)).data as { RELANCES: { LE: string }[]; IDPROJET: string }
    for (const { LE } of RELANCES) expect(isInstant(LE)).toBe(true)
    const project = await camille.get(`/projets/${IDPROJET}`)
    for (const { LE } of project.data.JOURNAL as { LE: string }[]) expect(isDateTime(LE)).toBe(true)
    // A device sends the whole list, with what an older server stored.
    const stored = { id: newId('relance'), LE: '0000-05-05T00:00:00.000Z', CANAL: 'telephone', IDPERSONNEL: 'camille' }
    await server().db.inTenant(company.id, (tx) =>
      sql`update devis set "RELANCES" = ${JSON.stringify([stored])}, seq = take_seq(1) where "IDDEVIS" = ${id}`.execute(
        tx,
      ),
    )
    const next = await camille.post(`${at}/relance`, { RELANCES: [stored, { id: newId('relance'), CANAL: 'mail' }] })
    expect([next.status, (next.data.RELANCES as Values[]).length]).toEqual([200, 2])
  })

  it.each(['transmit', 'relance'] as const)(
    '[MERGE-7] [MGR-12] %s from a device that does not know that the project, then its client, were deleted restores both',
    async (action) => {
      const { company, camille, id, at } = await setUp()
      // A device that knows the quote sends it after it was made.
      await setQuote(server(), company, id, { DATE_CREATION: '2026-11-20T10:00:00.000Z' })
      const alice = company.as('alice')
      const { IDPROJET, IDCLIENT } = (await camille.get(at)).data
      const paths = [at, `/projets/${String(IDPROJET)}`, `/clients/${String(IDCLIENT)}`]
      const uses = { known: { devis: { [id]: 1 } }, mine: [] }
      const known = { seen: 9, counter: 9, uses }
      for (const path of paths.slice(1)) expect((await alice.del(path, known)).status).toBe(204)
      expect((await camille.get(at)).status).toBe(404)
      const offline = { seen: 1, counter: 2 }
      const LE = '2026-11-21T10:00:00.000Z'
      const { status } =
        action === 'transmit'
          ? await camille.post(
              `${at}/transmit`,
              { DATE_TRANSMISSION: LE },
              { ...offline, base: { DATE_TRANSMISSION: null } },
            )
          : await camille.post(
              `${at}/relance`,
              { RELANCES: [{ id: newId('relance'), CANAL: 'telephone', LE }] },
              { ...offline, base: { RELANCES: [] } },
            )
      expect(status).toBe(200)
      for (const path of paths) expect((await alice.get(path)).status).toBe(200)
      const { DATE_TRANSMISSION, RELANCES } = (await alice.get(at)).data
      expect([DATE_TRANSMISSION, (RELANCES as Values[]).length]).toEqual(action === 'transmit' ? [LE, 0] : [null, 1])
      expect((await mailsOf(company)).map(({ recipient }) => recipient)).toEqual(
        action === 'transmit' ? ['lea@example.com'] : [],
      )
    },
  )

  it('[MGR-12] names who follows the quote now, and nobody who left', async () => {
    const { company, id, at } = await setUp()
    const diane = company.as('diane')
    await server().db.inTenant(company.id, async (tx) => {
      await sql`update personnel set "NOM_COMPLET" = 'Mme ' || "NOM", seq = take_seq(1) where company_id = ${company.id}`.execute(
        tx,
      )
      await sql`insert into credential (company_id, personnel_id, mail, password_hash, disabled)
        values (${company.id}, 'camille', 'camille@example.com', 'x', true)`.execute(tx)
    })
    const { IDPROJET } = (await diane.get(at)).data
    await diane.put(`/projets/${IDPROJET}`, { IDRESPONSABLEPROJET: 'colin' })
    await setQuote(server(), company, id, { IDRESPONSABLEPROJET: 'camille' })
    await diane.post(`${at}/transmit`, {})
    for (const CANAL of ['mail', 'sms'])
      expect((await diane.post(`${at}/relance`, { RELANCES: [{ id: newId('relance'), CANAL }] })).status).toBe(200)
    const sent = [...(await mailsOf(company)), ...(await mailsOf(company, 'sms'))].map(({ payload }) =>
      ['camille', 'colin'].filter((name) => (payload as { text: string }).text.includes(`Mme ${name}`)),
    )
    expect(sent).toEqual([['colin'], ['colin'], ['colin']])
  })

  it('[SYN-03] [MGR-12] a second send reminds nobody twice; simultaneous reminders of two colleagues are both kept', async () => {
    const { company, camille, at } = await setUp()
    await camille.post(`${at}/transmit`, {})
    const one = { id: newId('relance'), CANAL: 'mail', LE: '2026-11-20T10:00:00.000Z', IDPERSONNEL: 'camille' }
    const send = () => camille.post(`${at}/relance`, { RELANCES: [one] }, { key: 'relance-1', base: { RELANCES: [] } })
    const [first, again] = [await send(), await send()]
    expect(again.data).toEqual(first.data)
    // The same under another key, because the reminder's id is known.
    expect((await camille.post(`${at}/relance`, { RELANCES: [one] })).data.RELANCES).toHaveLength(1)
    const other = { id: newId('relance'), CANAL: 'telephone', LE: '2026-11-19T10:00:00.000Z' }
    const late = { base: { RELANCES: [] }, counter: 1, seen: 1 }
    const crossed = await company.as('alice').post(`${at}/relance`, { RELANCES: [other] }, late)
    expect((crossed.data.RELANCES as Values[]).map(({ id }) => id)).toEqual([other.id, one.id])
    expect(await mailsOf(company)).toHaveLength(2)
  })

  it('[MGR-12] tells why it is impossible: not transmitted, expired, no address, no mobile, answered', async () => {
    const { camille, at, remind } = await setUp({ MAIL: undefined, PORTABLE: undefined, TELEPHONE: undefined })
    const refusal = async (canal: string) => {
      const { status, body } = await remind(canal)
      return [status, (body.errors as { RELANCES?: string[] } | undefined)?.RELANCES?.[0]]
    }
    expect(await refusal('mail')).toEqual([422, "Le devis n'a pas encore été transmis au client."])
    expect(await refusal('telephone')).toEqual([422, "Le client n'a pas de numéro de téléphone."])
    await camille.post(`${at}/transmit`, {})
    expect(await refusal('mail')).toEqual([422, "Le client n'a pas d'adresse email."])
    expect(await refusal('sms')).toEqual([422, "Le client n'a pas de téléphone mobile."])
    await camille.put(at, { DATE_VALIDITE: '2026-11-20' })
    expect(await refusal('sms')).toEqual([422, "Le devis n'est plus valable : changez sa date de validité."])
    expect(((await camille.get(at)).data.RELANCES as Values[]).length).toBe(0)
  })

  /** A quote with a mail of its transmission, and a reminder by mail and by SMS, that wait. */
  async function waiting() {
    const all = await setUp()
    await all.camille.post(`${all.at}/transmit`, {})
    await all.remind('mail')
    await all.remind('sms')
    const leave = async () => {
      await server().db.inTenant(all.company.id, (tx) =>
        sql`update message set status = 'queued', due_at = now(), attempts = 0 where resource = 'devis'`.execute(tx),
      )
      await server().app.messages.drain()
      const asked = (await messagesOf(server(), all.company)).filter(({ resource }) => resource === 'devis')
      return asked.map(({ status, error }) => [status, error])
    }
    const recipients = async () =>
      (await messagesOf(server(), all.company))
        .filter(({ resource }) => resource === 'devis')
        .map(({ channel, recipient }) => [channel, recipient])
    const { IDPROJET, IDCLIENT } = (await all.camille.get(all.at)).data
    return { ...all, IDPROJET, client: `/clients/${IDCLIENT}`, leave, recipients }
  }
  const refused = (why: string) => Array.from({ length: 3 }, () => ['failed', why])

  const LIGNE = { id: 'l', LIBELLE: 'Porte', UNITE: 'u', QUANTITE: 1, PRIX_UNITAIRE_HT: 30_000, TAUX_TVA: 1000 }
  const textsOf = async (company: ContractCompany) =>
    (await messagesOf(server(), company))
      .filter(({ resource }) => resource === 'devis')
      .map(({ payload }) => String((payload as { text: string }).text))

  it('[MGR-12] a transmission of a device without a network waits for the edits that follow it: the mail says the present amount', async () => {
    const { company, camille, at } = await setUp()
    const asked = new Date(Date.now() - 120_000).toISOString()
    expect((await camille.post(`${at}/transmit`, { DATE_TRANSMISSION: asked })).status).toBe(200)
    await server().app.messages.drain()
    expect((await mailsOf(company)).map(({ status }) => status)).toEqual(['queued'])
    expect((await camille.put(at, { LIGNES: [LIGNE] })).status).toBe(200)
    const [text] = await textsOf(company)
    expect(text).toContain('330,00 €')
    expect(text).not.toContain('220,00 €')
    // With a network it leaves at once.
    const other = await setUp()
    await other.camille.post(`${other.at}/transmit`, { DATE_TRANSMISSION: new Date().toISOString() })
    await server().app.messages.drain()
    expect((await mailsOf(other.company)).map(({ status }) => status)).not.toContain('queued')
  })

  describe('what waited to be sent', () => {
    it('[MGR-12] says the amount and the last day of when it leaves, to whom it was meant; what was sent stays as it was', async () => {
      const { company, camille, at, leave } = await waiting()
      await server().db.inTenant(company.id, (tx) =>
        sql`update message set status = 'queued', due_at = now() + interval '1 hour' where resource = 'devis'`.execute(
          tx,
        ),
      )
      const former = await textsOf(company)
      expect((await camille.put(at, { LIGNES: [LIGNE], DATE_VALIDITE: '2999-06-30' })).status).toBe(200)
      const left = await leave()
      expect(left.map(([, error]) => error)).toEqual([null, null, null])
      const texts = await textsOf(company)
      for (const [index, text] of texts.entries()) {
        expect([text.includes('330,00 €'), text.includes('220,00 €')]).toEqual([true, false])
        expect([text.includes('30/06/2999'), text.includes('31/12/2999')]).toEqual([true, false])
        // The same link.
        const link = /\S+\/devis\/public#\S+/
        expect(link.exec(text)?.[0]).toBe(link.exec(former[index] ?? '')?.[0])
      }
      await camille.put(at, { LIGNES: [{ ...LIGNE, PRIX_UNITAIRE_HT: 40_000 }] })
      expect(await textsOf(company)).toEqual(texts)
    })

    it.each([
      ['signed', { DEVIS_SIGNE: 1 }, "Ce devis n'attend plus de réponse.", 0],
      ['refused', { REFUSE: 1 }, "Ce devis n'attend plus de réponse.", 0],
      // The customer read and answered nothing: who asked believes that they did.
      [
        'no longer valid, and who asked is told',
        { DATE_VALIDITE: '2026-01-31' },
        "Le devis n'est plus valable : changez sa date de validité.",
        3,
      ],
      ['deleted', { deleted: true }, 'Ce devis a été supprimé.', 0],
    ])('[MGR-12] does not leave once the quote is %s', async (_, values, why, told) => {
      const { company, camille, id, leave } = await waiting()
      expect(await leave()).toEqual(Array.from({ length: 3 }, () => ['recorded', null]))
      await setQuote(server(), company, id, values)
      expect(await leave()).toEqual(refused(why))
      const { rows } = await camille.pull('/notifications')
      expect(
        rows.filter(({ TYPE, IDENREGISTREMENT }) => TYPE === 'message_perdu' && IDENREGISTREMENT === id),
      ).toHaveLength(told)
    })

    it('[MGR-12] does not leave once the project is stopped', async () => {
      const { camille, at, leave } = await waiting()
      const { IDPROJET } = (await camille.get(at)).data
      await camille.put(`/projets/${IDPROJET}`, { DATE_SANS_SUITE: '2026-11-20' })
      expect(await leave()).toEqual(refused('Ce projet est arrêté : rouvrez-le d’abord.'))
    })
  })

  describe('what waited while its client was corrected', () => {
    it('[MGR-12] leaves for the address and the number that the client has now', async () => {
      const { camille, client, leave, recipients } = await waiting()
      await camille.put(client, { MAIL: 'lea.noel@example.com', PORTABLE: '06 39 98 00 78' })
      expect(await leave()).toEqual(Array.from({ length: 3 }, () => ['recorded', null]))
      expect(await recipients()).toEqual([
        ['mail', 'lea.noel@example.com'],
        ['mail', 'lea.noel@example.com'],
        ['sms', '0639980078'],
      ])
    })

    it('[MGR-12] [MERGE-10] [SEC] does not leave for the former client, and who asked is told', async () => {
      const { company, camille, IDPROJET, leave } = await waiting()
      const other = await newClient(camille, { NOM: 'Martin', MAIL: 'martin@example.com', PORTABLE: '06 39 98 00 79' })
      expect((await camille.put(`/projets/${IDPROJET}`, { IDCLIENT: other.IDCLIENT })).status).toBe(200)
      expect(await leave()).toEqual(refused('Ce devis est maintenant celui d’un autre client.'))
      const told = (await company.as('camille').pull('/notifications')).rows
      expect(told.map(({ TYPE, RESSOURCE }) => [TYPE, RESSOURCE])).toEqual(
        Array.from({ length: 3 }, () => ['message_perdu', 'devis']),
      )
    })

    it('[MGR-12] is lost, and told, where the client has no such contact any more', async () => {
      const { company, camille, client, leave } = await waiting()
      await camille.put(client, { MAIL: null, PORTABLE: null, TELEPHONE: '04 72 00 00 00' })
      expect((await leave()).map(([status, error]) => `${status} ${error}`).sort()).toEqual([
        "failed Le client n'a pas d'adresse email.",
        "failed Le client n'a pas d'adresse email.",
        "failed Le client n'a pas de téléphone mobile.",
      ])
      expect((await company.as('camille').pull('/notifications')).rows).toHaveLength(3)
    })

    it('[MGR-12] [MERGE-9] leaves for the record that is kept once two were merged', async () => {
      const { company, camille, at, client, leave, recipients } = await waiting()
      const kept = await newClient(company.as('alice'), { MAIL: 'gardee@example.com', PORTABLE: '06 39 98 00 80' })
      const pair = { IDCLIENT: client.slice('/clients/'.length) }
      const { EMPREINTE } = (await company.as('alice').post(`/clients/${kept.IDCLIENT}/fusions/apercu`, pair)).data
      const body = { ...pair, CHOIX: {}, EMPREINTE }
      expect((await company.as('alice').post(`/clients/${kept.IDCLIENT}/fusions`, body)).status).toBe(201)
      expect(await leave()).toEqual(Array.from({ length: 3 }, () => ['recorded', null]))
      const { MAIL } = (await camille.get(`/clients/${(await camille.get(at)).data.IDCLIENT}`)).data
      expect((await recipients())[0]).toEqual(['mail', MAIL])
      expect(MAIL).toBe('gardee@example.com')
    })

    it('[MGR-12] queued by an older server, which did not name the client, leaves as it was queued', async () => {
      const { company, camille, client, leave, recipients } = await waiting()
      await server().db.inTenant(company.id, (tx) =>
        sql`update message set payload = payload - 'client' where resource = 'devis'`.execute(tx),
      )
      await camille.put(client, { MAIL: 'lea.noel@example.com' })
      expect(await leave()).toEqual(Array.from({ length: 3 }, () => ['recorded', null]))
      expect((await recipients())[0]).toEqual(['mail', 'lea@example.com'])
    })
  })

  it('[SEC] [MGR-12] no body writes the list of reminders, and nobody reminds for a quote that they may not see', async () => {
    const { company, camille, at } = await setUp()
    const made = { id: 'x', LE: '2026-11-20T10:00:00.000Z', CANAL: 'mail', IDPERSONNEL: 'diane' }
    expect((await camille.put(at, { RELANCES: [made] })).status).toBe(422)
    expect((await camille.post(`${at}/relance`, {})).status).toBe(422)
    expect((await camille.post(`${at}/relance`, { RELANCES: [{ ...made, CANAL: 'pigeon' }] })).status).toBe(422)
    expect((await company.as('theo').post(`${at}/relance`, { RELANCES: [made] })).status).toBe(403)
    for (const stranger of [company.as('colin'), (await server().company()).as('alice')])
      expect((await stranger.post(`${at}/relance`, { RELANCES: [made] })).status).toBe(404)
  })

  it('[MGR-12] [SYN-02] the company details that a quote needs reach every device before login', async () => {
    const { company } = await setUp()
    const { data } = (
      await server().app.inject({ method: 'GET', url: '/api/lolapp/start', headers: { 'company-key': company.id } })
    ).json<{ data: Values }>()
    expect(data).toMatchObject(PAPERS)
    // No data about the contract between the company and the platform.
    for (const secret of ['SMTP', 'CLE_LOLA', 'SMS_EXPEDITEUR', 'MAIL_EXPEDITEUR'])
      expect(data).not.toHaveProperty(secret)
  })
})

describeContract('the figures of the ranking, day by day', (server) => {
  it('[MGR-05] are those of GET /ranking for any period, also for somebody who sees no quote', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const dates: [string, string | null][] = [
      ['2026-10-31T22:59:00.000Z', null],
      ['2026-10-31T23:00:00.000Z', null],
      ['2026-11-10T10:00:00.000Z', '2026-11-20T10:00:00.000Z'],
      ['2025-12-30T10:00:00.000Z', '2026-11-15T10:00:00.000Z'],
    ]
    const quotes: RankedQuote[] = []
    for (const [signed, refused] of dates) {
      const devis = await newDevis(camille, await newProjet(camille))
      await server().db.inTenant(company.id, (tx) =>
        sql`update devis set "DATE_SIGNATURE" = ${signed}, "DATE_REFUSE" = ${refused}, seq = take_seq(1)
          where "IDDEVIS" = ${devis.IDDEVIS}`.execute(tx),
      )
      quotes.push({
        IDRESPONSABLEPROJET: 'camille',
        NET_HT: devis.NET_HT as number,
        DATE_SIGNATURE: signed,
        DATE_REFUSE: refused,
      })
    }
    const theo = company.as('theo')
    const days = await theo.get('/ranking/days?DATE_DEBUT=2026-01-01')
    expect([days.status, days.list]).toEqual([
      200,
      rankingDays(quotes, 'Europe/Paris').filter(({ JOUR }) => JOUR >= '2026-01-01'),
    ])
    const people = ['camille', 'colin'].map((id) => ({
      IDPERSONNEL: id,
      NOM_COMPLET: id,
      ROLES: ['commercial'],
      HORS_STATS: 0 as const,
      IDCOMPANY: company.id,
    }))
    for (const [from, to] of [
      ['2026-10-01', '2026-10-31'],
      ['2026-11-01', '2026-11-30'],
      ['2026-11-01', '2026-11-12'],
      ['2026-01-01', '2026-12-31'],
    ] as const) {
      const asked = await theo.get(`/ranking?DATE_DEBUT=${from}&DATE_FIN=${to}`)
      const known = rankingOfDays({ days: days.list as never, people, period: { from, to }, company: company.id })
      expect(known).toEqual(asked.list)
    }
    expect((await theo.get('/ranking/days')).status).toBe(422)
  })
})
