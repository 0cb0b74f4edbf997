import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { enqueueMessage } from '../../server/messages/enqueue.ts'
import { SWEEPS } from '../../server/retention/sweeps.ts'
import { copyId } from '../../server/space/photo-copies.ts'
import { type AdminCaller, adminCaller } from '../support/admin-caller.ts'
import { type Answer, type Caller, type ContractCompany, describeContract } from '../support/contract.ts'
import { LIGNE, newId, newIntervention, newRdv } from '../support/contract-records.ts'
import { tablesHolding } from '../support/person-everywhere.ts'
import {
  anonymous,
  type Customer,
  givenQuote,
  newCustomer,
  setQuote,
  signBody,
  signedQuote,
  WITH_OUTBOX,
} from '../support/space.ts'

describeContract(
  'a project whose client is corrected',
  (server) => {
    let company: ContractCompany
    let camille: Caller
    /** The one who was entered by mistake, and whose project it is. */
    let wrong: Customer
    let right: Customer
    let devis: string
    let projet: string

    const read = async (path: string): Promise<Values> => (await camille.get(path)).data
    const pulled = async (path: string, key: string, id: string): Promise<Values> =>
      (await camille.pull(path)).rows.find((row) => row[key] === id) as Values
    const projectOf = async (id: string): Promise<string> => (await read(`/devis/${id}`)).IDPROJET as string
    const correct = (more: Values = {}, as: Parameters<Caller['put']>[2] = {}): Promise<Answer> =>
      camille.put(`/projets/${projet}`, { IDCLIENT: right.id, ...more }, as)
    const listed = async ({ caller }: Customer): Promise<unknown[]> =>
      (await caller.get('/space/devis_attente')).list.map((one) => one.IDDEVIS)

    beforeEach(async () => {
      company = await server().company()
      camille = company.as('camille')
      wrong = await newCustomer(server(), company)
      right = await newCustomer(server(), company)
      devis = await givenQuote(server(), company, wrong)
      projet = await projectOf(devis)
    })

    it('[ENT-03] [MERGE-10] [AUT-11] its quotes, appointments and works are the new client’s, and no longer the former one’s', async () => {
      await newRdv(camille, { IDPROJET: projet, IDPERSONNELS: ['camille'] })
      await newIntervention(company.as('alice'), { IDPROJET: projet })
      const link = (await camille.post(`/devis/${devis}/public_link`, {})).data
      expect((await wrong.caller.post('/devis_consultation', { IDDEVIS: devis })).status).toBeLessThan(300)
      const before = await pulled('/devis', 'IDDEVIS', devis)
      expect(before.DATE_CONSULTATION).not.toBeNull()

      expect((await correct()).status).toBe(200)

      expect([await listed(wrong), await listed(right)]).toEqual([[], [devis]])
      expect((await wrong.caller.get(`/space/devis/${devis}`)).status).toBe(404)
      expect((await wrong.caller.post('/sms/otp', { purpose: 'sign', IDDEVIS: devis })).status).toBe(404)
      expect((await right.caller.get(`/space/devis/${devis}`)).status).toBe(200)
      expect((await wrong.caller.get(`/space/project/${projet}`)).status).toBe(404)
      const view = (await right.caller.get(`/space/project/${projet}`)).data
      expect([view.devis, view.rdvs, view.interventions].map((list) => (list as unknown[]).length)).toEqual([1, 1, 1])
      const opened = await anonymous(server(), company).post('/space/login_public', { token: link.token })
      expect(opened.status).toBe(404)

      // Devices learn it as a change of the quote; what the former client had read is not said of the new one.
      const after = await pulled('/devis', 'IDDEVIS', devis)
      expect(after).toMatchObject({
        IDCLIENT: right.id,
        VERSION: (before.VERSION as number) + 1,
        DATE_CONSULTATION: null,
      })
      expect(after._seq as number).toBeGreaterThan(before._seq as number)
      const { JOURNAL } = await read(`/projets/${projet}`)
      expect((JOURNAL as Values[]).map(({ RESULTAT }) => RESULTAT)).toContain('Client corrigé')
    })

    it('[ENT-03] [MERGE-10] [I13] it keeps its client once a quote is signed, withdrawn ones included: 422, and nothing changes', async () => {
      devis = await signedQuote(server(), company, wrong)
      projet = await projectOf(devis)
      for (const as of [{}, { seen: 1, counter: 5, base: { IDCLIENT: wrong.id } }]) {
        const answer = await correct({}, as)
        expect([answer.status, answer.code]).toEqual([422, 'VALIDATION_ERROR'])
        expect(JSON.stringify(answer.body)).toContain('Un devis de ce projet est signé par son client')
      }
      await setQuote(server(), company, devis, { REFUSE: 1 })
      expect((await correct()).status).toBe(422)
      expect((await read(`/projets/${projet}`)).IDCLIENT).toBe(wrong.id)
      expect((await wrong.caller.get('/space/commande')).list.map((one) => one.IDDEVIS)).toEqual([devis])
      expect((await right.caller.get('/space/commande')).list).toEqual([])
    })

    it('[ENT-03] [MERGE-10] [I13] of a signature and a correction at once, one is done and the other refused', async () => {
      const body = await signBody(server(), company, wrong, devis)
      const [signed, corrected] = await Promise.all([wrong.caller.post(`/space/devis/${devis}/sign`, body), correct()])
      const owner = (await read(`/devis/${devis}`)).IDCLIENT
      const outcome = [signed.status, corrected.status, owner, (await read(`/projets/${projet}`)).IDCLIENT]
      expect([
        [200, 422, wrong.id, wrong.id],
        [404, 200, right.id, right.id],
      ]).toContainEqual(outcome)
    })

    it('[ENT-03] [MERGE-10] [I13] it keeps its client once a PV of its works is signed', async () => {
      const { IDINTERVENTION } = await newIntervention(company.as('alice'), { IDPROJET: projet })
      await server().db.inTenant(company.id, (tx) =>
        sql`insert into fichier (company_id, seq, "IDFICHIER", "RESSOURCE", "IDENREGISTREMENT", "IDPROJET", "NOM", "TYPE_MIME", "TAILLE",
            "SHA256", "ORIGINE") values (${company.id}, take_seq(1), ${newId('fichier')}, 'intervention', ${IDINTERVENTION}, ${projet},
            'PV de réception.pdf', 'application/pdf', 10, ${'0'.repeat(64)}, 'intervention_sign_pv')`.execute(tx),
      )
      const answer = await correct()
      expect([answer.status, answer.code]).toEqual([422, 'VALIDATION_ERROR'])
      expect(JSON.stringify(answer.body)).toContain('PV')
    })

    const late = (IDDEVIS: string) => ({ IDDEVIS, IDPROJET: projet, IDCLIENT: wrong.id, LIGNES: [LIGNE] })
    const send = (body: Values): Promise<Answer> => camille.post('/devis', body, { key: uuidv7(), counter: 3 })

    it.each(['before', 'after'])(
      '[ENT-03] [MERGE-10] (offline) a quote that a device made for the former client is the new one’s, whether it arrives %s the correction',
      async (order) => {
        const body = late(newId('devis'))
        if (order === 'after') expect((await correct()).status).toBe(200)
        expect((await send(body)).status).toBe(201)
        if (order === 'before')
          expect((await correct({}, { seen: 1, counter: 9, base: { IDCLIENT: wrong.id } })).status).toBe(200)
        expect((await read(`/devis/${body.IDDEVIS}`)).IDCLIENT).toBe(right.id)
        await setQuote(server(), company, body.IDDEVIS, { DATE_TRANSMISSION: '2026-01-06T09:00:00.000Z' })
        expect(await listed(wrong)).toEqual([])
        expect((await listed(right)).sort()).toEqual([devis, body.IDDEVIS].sort())
      },
    )

    it('[ENT-03] [MERGE-10] a quote that another program names another client in is still refused', async () => {
      const answer = await camille.post('/devis', { ...late(newId('devis')), IDCLIENT: right.id })
      expect([answer.status, answer.code]).toEqual([422, 'VALIDATION_ERROR'])
    })

    it('[ENT-03] [MERGE-10] a deleted quote that comes to life again is the new client’s', async () => {
      const seen = (await read(`/devis/${devis}`)).VERSION as number
      expect((await company.as('alice').del(`/devis/${devis}`)).status).toBeLessThan(300)
      expect((await correct()).status).toBe(200)
      const edit = { seen, counter: seen + 1, base: { OBJET: null } }
      expect((await camille.put(`/devis/${devis}`, { OBJET: 'Au retour' }, edit)).status).toBe(200)
      expect(await read(`/devis/${devis}`)).toMatchObject({ OBJET: 'Au retour', IDCLIENT: right.id })
    })

    it('[AUT-11] a row that a former version left with the former client is nobody’s to answer; a signed one stays its signer’s', async () => {
      const order = await signedQuote(server(), company, wrong)
      const ordered = await projectOf(order)
      await server().db.inTenant(company.id, (tx) =>
        sql`update projet set "IDCLIENT" = ${right.id}, seq = take_seq(1)
          where company_id = ${company.id} and "IDPROJET" in (${projet}, ${ordered})`.execute(tx),
      )
      expect([await listed(wrong), await listed(right)]).toEqual([[], []])
      expect((await wrong.caller.post(`/space/devis/${devis}/refuse`, {})).status).toBe(404)
      expect((await wrong.caller.post('/devis_consultation', { IDDEVIS: devis })).status).toBe(404)
      expect((await wrong.caller.get(`/space/devis/${devis}`)).status).toBe(404)
      expect((await wrong.caller.post('/sms/otp', { purpose: 'sign', IDDEVIS: devis })).status).toBe(404)
      expect((await wrong.caller.get('/space/commande')).list.map((one) => one.IDDEVIS)).toEqual([order])
      expect((await right.caller.get('/space/commande')).list).toEqual([])
      const states = (await right.caller.get('/space/project')).list.map(
        ({ etatProjet }) => (etatProjet as Values).title,
      )
      expect(states).not.toContain('Devis prêt')
    })

    describe('what is the former client’s', () => {
      const MOTIF = 'Mobile et voisin trop bruyants'
      const SOON = { RDV_DEBUT: '2099-03-02 09:00', RDV_FIN: '2099-03-02 10:00' }
      let admin: AdminCaller

      const nameOf = ({ record }: Customer): string => [record.PRENOM, record.NOM].filter(Boolean).join(' ')
      const exported = async ({ id }: Customer): Promise<{ text: string; fiches: Record<string, Values[]> }> => {
        const answer = await server().app.inject({
          method: 'POST',
          url: `/api/admin/privacy/export?company_id=${company.id}`,
          headers: admin.headers,
          payload: { kind: 'client', id },
        })
        expect(answer.statusCode).toBe(200)
        const text = new TextDecoder().decode(unzipSync(new Uint8Array(answer.rawPayload))['donnees.json'])
        return { text, ...(JSON.parse(text) as { fiches: Record<string, Values[]> }) }
      }
      const erase = async (one: Customer): Promise<void> => {
        const body = { kind: 'client', id: one.id, name: nameOf(one) }
        expect((await admin.call('POST', `/admin/privacy/erase?company_id=${company.id}`, body)).status).toBe(200)
      }
      const message = (recipient: string, payload: Values): Promise<unknown> =>
        server().db.inTenant(company.id, (tx) =>
          enqueueMessage(tx, {
            channel: recipient.startsWith('personnel:') ? 'push' : 'mail',
            key: uuidv7(),
            recipient,
            payload: payload as never,
            about: { resource: 'devis', id: devis },
          }),
        )
      const requestOf = async (one: Customer, MESSAGE: string): Promise<void> => {
        const sent = await one.caller.post('/space/mail/send', { type: 'apres_vente', MESSAGE, IDPROJET: projet })
        expect(sent.status).toBe(201)
        const photo = `photo-${one.id}`
        await server().db.inTenant(company.id, async (tx) => {
          await sql`insert into fichier (company_id, seq, "IDFICHIER", "RESSOURCE", "IDENREGISTREMENT", "IDPROJET", "NOM", "TYPE_MIME", "TAILLE",
            "SHA256", "ORIGINE") values (${company.id}, take_seq(1), ${photo}, 'projet', ${projet}, ${projet}, ${`Chez ${one.record.NOM}`},
            'image/jpeg', 10, ${'0'.repeat(64)}, 'photo')`.execute(tx)
          await sql`update demande set "PHOTOS" = array[${photo}], seq = take_seq(1)
            where company_id = ${company.id} and "IDCLIENT" = ${one.id}`.execute(tx)
        })
      }
      const words = (one: Customer): string[] => [one.phone, String(one.record.MAIL), String(one.record.NOM)]
      const held = (text: string, texts: readonly string[]): string[] => texts.filter((one) => text.includes(one))

      beforeEach(async () => {
        admin = await adminCaller(server().app, server().db)
        wrong = await newCustomer(server(), company, { NOM: 'Abeillard', PRENOM: 'Zoé' })
        right = await newCustomer(server(), company, { NOM: 'Corvisart', PRENOM: 'Max' })
        devis = await givenQuote(server(), company, wrong)
        projet = await projectOf(devis)
        await newRdv(camille, { IDPROJET: projet, IDPERSONNELS: ['camille'], ...SOON })
        // What one client does, and is written, and then the other.
        for (const one of [wrong, right]) {
          const [name, id] = [String(one.record.NOM), one.id]
          expect((await one.caller.post('/devis_consultation', { IDDEVIS: devis })).status).toBeLessThan(300)
          await message(String(one.record.MAIL), { subject: 'Votre devis', text: `Bonjour ${name}`, client: id })
          // Of a year ago: the words are deleted, and nothing but the address says whose it was.
          await message(String(one.record.MAIL), {})
          await message('personnel:camille', { title: 'Un devis a été ouvert', message: `${name} · par Diane` })
          await requestOf(one, `Ici ${name}`)
          expect((await one.caller.post(`/space/devis/${devis}/refuse`, { MOTIF: `${MOTIF} ${name}` })).status).toBe(
            200,
          )
          await setQuote(server(), company, devis, { REFUSE: 0, DATE_REFUSE: null })
          if (one === wrong) expect((await correct()).status).toBe(200)
        }
      })

      it('[LAW-07 privacy] [MERGE-10] (export) the new client is given nothing of it, and all of their own; the former one is given theirs', async () => {
        const [theirs, former] = [await exported(right), await exported(wrong)]
        expect(held(theirs.text, [...words(wrong), wrong.id])).toEqual([])
        expect(held(former.text, [...words(right), right.id])).toEqual([])
        for (const [one, { text }] of [
          [right, theirs],
          [wrong, former],
        ] as const) {
          const name = String(one.record.NOM)
          const own = [
            ...words(one),
            `Chez ${name}`,
            `Bonjour ${name}`,
            `${name} · par Diane`,
            `Ici ${name}`,
            `${MOTIF} ${name}`,
          ]
          expect(held(text, own)).toEqual(own)
          const { tables } = JSON.parse(text) as { tables: Record<string, Values[]> }
          const count = (table: string) => tables[table]?.length
          expect([name, count('devis_consultation'), count('devis_evidence')]).toEqual([name, 1, 1])
        }
        // What the company did stays in the journal that the new one is given.
        expect(JSON.stringify(theirs.fiches.projet)).toContain('Client corrigé')
        expect([theirs.fiches.devis?.length, former.fiches.devis]).toEqual([1, undefined])
      })

      it('[LAW-07 privacy] [MERGE-10] (erasure) the former client is nowhere after theirs, on no device either; of the new one nothing changes', async () => {
        const before = { text: await exported(right), row: await pulled('/projets', 'IDPROJET', projet) }
        await erase(wrong)
        const left = await tablesHolding(server().db, company.id, [...words(wrong), `${MOTIF} Abeillard`])
        expect(left).toEqual(['devis_evidence'])
        const after = await pulled('/projets', 'IDPROJET', projet)
        expect(after._seq as number).toBeGreaterThan(before.row._seq as number)
        const said = (row: Values) =>
          (row.JOURNAL as Values[]).map(({ AUTEUR, RESULTAT, TEXTE }) => [AUTEUR, RESULTAT, TEXTE])
        const number = (await read(`/devis/${devis}`)).NUMERO_DEVIS
        const refused = `Devis ${number ?? ''} refusé par le client`
        expect(said(after)).toEqual(
          said(before.row).map((entry) =>
            String(entry[2]).endsWith('Abeillard') ? ['Ancien client', refused, undefined] : entry,
          ),
        )
        expect(said(after)).toContainEqual(['Max Corvisart', refused, `${MOTIF} Corvisart`])
        const { text } = await exported(right)
        const own = [...words(right), 'Bonjour Corvisart', 'Ici Corvisart', `${MOTIF} Corvisart`]
        expect(held(text, own)).toEqual(own)
        expect((await camille.get(`/devis/${devis}`)).status).toBe(200)
      })

      it('[LAW-07 privacy] [MERGE-10] (erasure) of the new client leaves the former one’s request, mails and visits', async () => {
        await erase(right)
        const left = await tablesHolding(server().db, company.id, [...words(right), `${MOTIF} Corvisart`])
        expect(left).toEqual(['devis_evidence'])
        const { text, fiches } = await exported(wrong)
        const own = [...words(wrong), 'Chez Abeillard', 'Bonjour Abeillard', 'Ici Abeillard']
        expect(held(text, own)).toEqual(own)
        expect(fiches.demande).toMatchObject([{ MESSAGE: 'Ici Abeillard' }])
      })

      it('[LAW-07 privacy] [SPA-05] (export, erasure) the office’s copies of the photos of a request are whose the request is', async () => {
        const made = await projectOf(await givenQuote(server(), company, wrong))
        const copy = copyId(made, `photo-${wrong.id}`)
        await server().db.inTenant(company.id, async (tx) => {
          await sql`update demande set "IDPROJET_SUITE" = ${made}, seq = take_seq(1)
            where company_id = ${company.id} and "IDCLIENT" = ${wrong.id}`.execute(tx)
          await sql`insert into fichier (company_id, seq, "IDFICHIER", "RESSOURCE", "IDENREGISTREMENT", "IDPROJET", "NOM", "TYPE_MIME", "TAILLE",
            "SHA256", "ORIGINE") values (${company.id}, take_seq(1), ${copy}, 'projet', ${made}, ${made}, 'Copie Abeillard',
            'image/jpeg', 10, ${'0'.repeat(64)}, 'photo')`.execute(tx)
        })
        expect((await camille.put(`/projets/${made}`, { IDCLIENT: right.id })).status).toBe(200)
        expect((await exported(right)).text).not.toContain('Copie Abeillard')
        expect((await exported(wrong)).text).toContain('Copie Abeillard')
        await erase(right)
        expect((await exported(wrong)).text).toContain('Copie Abeillard')
        await erase(wrong)
        expect(await tablesHolding(server().db, company.id, ['Copie Abeillard'])).toEqual([])
      })

      it('[LAW-07 privacy] [DAY-09] (export, erasure) what the former customer of an appointment was written stays theirs, a year later too', async () => {
        const theirs = await projectOf(await givenQuote(server(), company, wrong))
        const other = await projectOf(await givenQuote(server(), company, right))
        const { IDRDV } = await newRdv(camille, { IDPROJET: theirs, IDPERSONNELS: ['camille'], ...SOON })
        const key = uuidv7()
        const payload = { text: 'Bonjour', rdv: { id: IDRDV, client: wrong.id } }
        const told = sql`from message where company_id = ${company.id} and key = ${key}`
        await server().db.inTenant(company.id, (tx) =>
          sql`insert into message (id, company_id, key, channel, recipient, payload, status, resource, record_id, created_at)
            values (${uuidv7()}, ${company.id}, ${key}, 'mail', 'famille@example.com', ${JSON.stringify(payload)}::jsonb, 'sent', 'rdv',
            ${IDRDV}, now() - interval '370 days')`.execute(tx),
        )
        expect((await camille.put(`/rdvs/${IDRDV}`, { IDPROJET: other })).status).toBe(200)
        await server().db.inTenant(company.id, async (tx) => SWEEPS.textes?.(tx, { now: new Date(), limit: 100 }))
        expect((await exported(right)).text).not.toContain('famille@example.com')
        expect((await exported(wrong)).text).toContain('famille@example.com')
        await erase(right)
        const left = await server().db.inTenant(company.id, (tx) => sql`select payload ${told}`.execute(tx))
        expect(left.rows).toEqual([{ payload: { client: wrong.id } }])
        await erase(wrong)
        const after = await server().db.inTenant(company.id, (tx) => sql`select payload ${told}`.execute(tx))
        expect(after.rows).toEqual([])
      })

      it('[LAW-07 privacy] [MERGE-10] (export) a project that is the first one’s again is theirs but for the time between', async () => {
        const back = await camille.put(`/projets/${projet}`, { IDCLIENT: wrong.id })
        expect(back.status).toBe(200)
        await message('bureau@example.com', { subject: 'Devis', text: 'De nouveau la première' })
        const [first, other] = [await exported(wrong), await exported(right)]
        expect(held(first.text, [...words(right), right.id])).toEqual([])
        expect(held(other.text, [...words(wrong), wrong.id, 'De nouveau'])).toEqual([])
        const own = [
          'Ici Abeillard',
          'Bonjour Abeillard',
          'Abeillard · par',
          `${MOTIF} Abeillard`,
          'De nouveau la première',
        ]
        expect(held(first.text, own)).toEqual(own)
        expect(held(other.text, ['Ici Corvisart', `${MOTIF} Corvisart`])).toHaveLength(2)
      })
    })
  },
  WITH_OUTBOX,
)
