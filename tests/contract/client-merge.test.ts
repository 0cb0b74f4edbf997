import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { ClientMerge, MergePreview } from '../../schemas/client-merge.ts'
import type { Values } from '../../schemas/merge.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { verifyChain } from '../../server/evidence/verify.ts'
import { eraseClient } from '../../server/privacy/erase-client.ts'
import { findClient } from '../../server/privacy/found.ts'
import { proposals } from '../../server/privacy/proposals.ts'
import { SWEEPS } from '../../server/retention/sweeps.ts'
import { type Answer, type Caller, type ContractCompany, callerOf, describeContract } from '../support/contract.ts'
import { newClient, newDevis, newId, newProjet, newRdv } from '../support/contract-records.ts'
import {
  anonymous,
  type Customer,
  givenQuote,
  lastCode,
  newCustomer,
  signedQuote,
  WITH_OUTBOX,
} from '../support/space.ts'
import { testSecrets } from '../support/test-app.ts'

describeContract(
  'two records of one client',
  (server) => {
    let company: ContractCompany
    let alice: Caller
    let camille: Caller
    /** Stays, and goes. */
    let kept: Values
    let gone: Values

    const id = (record: Values): string => record.IDCLIENT as string
    const read = async (path: string): Promise<Values> => (await alice.get(path)).data
    const client = (which: Values): Promise<Values> => read(`/clients/${id(which)}`)
    const preview = (a = kept, b = gone, by = alice): Promise<Answer> =>
      by.post(`/clients/${id(a)}/fusions/apercu`, { IDCLIENT: id(b) })
    const merge = async (CHOIX: Values = {}, a = kept, b = gone): Promise<ClientMerge> => {
      const { EMPREINTE } = (await preview(a, b)).data as unknown as MergePreview
      const body = { IDCLIENT: id(b), CHOIX, EMPREINTE }
      const answer = await alice.post(`/clients/${id(a)}/fusions`, body)
      expect([answer.status, answer.body]).toEqual([201, expect.anything()])
      return answer.data as unknown as ClientMerge
    }
    const undo = (made: ClientMerge): Promise<Answer> => alice.post(`/fusions/${made.id}/annuler`, {})
    /** As a device that saw `seen` writes: an edit has the values that it knew. */
    const edit = (record: Values, patch: Values, base: Values): Promise<Answer> => {
      const seen = record.VERSION as number
      return camille.put(`/clients/${id(record)}`, patch, { seen, counter: seen + 1, base })
    }
    const clientOf = async (IDPROJET: unknown): Promise<unknown> => (await read(`/projets/${IDPROJET}`)).IDCLIENT
    const conflicts = async (): Promise<Values[]> => (await alice.pull('/conflits')).rows

    beforeEach(async () => {
      company = await server().company()
      alice = company.as('alice')
      camille = company.as('camille')
      kept = await newClient(camille, { NOM: 'Durand', PRENOM: 'Anne', PORTABLE: '0639980001', OBSERVATIONS: 'Chien' })
      gone = await newClient(camille, {
        NOM: 'Durant',
        PRENOM: 'Anne',
        PORTABLE: '0639980002',
        MAIL: 'anne@example.com',
        OBSERVATIONS: 'Interphone',
      })
    })

    it('[DAY-14 merge-duplicates] (preview) shows both records and what hangs on each, as far as one may see it, and changes nothing', async () => {
      const projet = await newProjet(camille, { IDCLIENT: id(gone) })
      await newDevis(camille, projet)
      await newRdv(camille, { IDPROJET: projet.IDPROJET, IDPERSONNELS: ['camille'] })
      await newProjet(company.as('bruno'), { IDCLIENT: id(gone), IDAGENCE: 'brest', IDRESPONSABLEPROJET: 'bruno' })
      const said = (await preview()).data as unknown as MergePreview
      expect(said.GARDE).toMatchObject({ IDCLIENT: id(kept), FICHE: { NOM: 'Durand' } })
      expect(said.AUTRE).toMatchObject({ IDCLIENT: id(gone), RATTACHE: { PROJETS: 1, DEVIS: 1, RDVS: 1 } })
      const all = (await preview(kept, gone, company.as('zoe'))).data as unknown as MergePreview
      expect(all.AUTRE.RATTACHE.PROJETS).toBe(2)
      expect(await client(gone)).toMatchObject({ NOM: 'Durant', VERSION: 1 })
    })

    it('[DAY-14 hangs] moves everything to the kept record, with the chosen fields, and devices pull it', async () => {
      const projet = await newProjet(camille, { IDCLIENT: id(gone) })
      const devis = await newDevis(camille, projet)
      const deleted = await newProjet(camille, { IDCLIENT: id(gone) })
      await alice.del(`/projets/${deleted.IDPROJET}`)
      await server().db.inTenant(company.id, async (tx) => {
        await sql`insert into demande (company_id, id, "GENRE", "IDCLIENT", "MESSAGE", "PHOTOS", "DATE_DEMANDE", "REPONSES", seq)
          values (${company.id}, ${newId('demande')}, 'comptable', ${id(gone)}, 'Facture ?', '{}', '2026-11-25T10:00:00.000Z', '[]', take_seq(1))`.execute(
          tx,
        )
        await sql`insert into message (id, company_id, key, channel, recipient, payload, resource, record_id)
          values (${uuidv7()}, ${company.id}, ${newId('cle')}, 'sms', '0639980002', '{}', 'client', ${id(gone)})`.execute(
          tx,
        )
      })
      const [clients, projets] = await Promise.all([camille.pull('/clients'), camille.pull('/projets')])
      const made = await merge({ NOM: 'garde', PORTABLE: 'autre' })
      expect(made).toMatchObject({ IDCLIENT: id(kept), AUTRE: id(gone), PAR: 'alice', ANNULABLE: true })

      expect(await client(kept)).toMatchObject({
        NOM: 'Durand',
        PORTABLE: gone.PORTABLE,
        MAIL: 'anne@example.com',
        OBSERVATIONS: 'Chien\nInterphone',
      })
      expect((await alice.get(`/clients/${id(gone)}`)).status).toBe(404)
      expect(await clientOf(projet.IDPROJET)).toBe(id(kept))
      expect(await read(`/devis/${devis.IDDEVIS}`)).toMatchObject({ IDCLIENT: id(kept) })
      const { rows } = await camille.pull('/clients', clients.checkpoint)
      expect(rows).toContainEqual(expect.objectContaining({ IDCLIENT: id(gone), _deleted: true }))
      expect((await camille.pull('/projets', projets.checkpoint)).rows).toContainEqual(
        expect.objectContaining({ IDPROJET: projet.IDPROJET, IDCLIENT: id(kept), _deleted: false }),
      )
      const still = await server().db.inTenant(company.id, async (tx) => {
        const { rows } = await sql<{ n: number }>`select (select count(*) from projet where "IDCLIENT" = ${id(gone)})
          + (select count(*) from demande where "IDCLIENT" = ${id(gone)})
          + (select count(*) from message where record_id = ${id(gone)}) as n`.execute(tx)
        return Number(rows[0]?.n)
      })
      expect(still).toBe(0)
    })

    it('[DAY-14 hangs] a request of another customer, who recommended this one, stays theirs', async () => {
      const own = await newClient(company.as('bruno'), { IDPERSONNEL: 'bruno', IDAGENCE: 'brest' })
      const request = newId('demande')
      await server().db.inTenant(company.id, (tx) =>
        sql`insert into demande (company_id, id, "GENRE", "IDCLIENT", "IDCLIENT_SUITE", "MESSAGE", "PHOTOS", "DATE_DEMANDE",
            "REPONSES", seq, viewer_agence, viewer_personnes)
          values (${company.id}, ${request}, 'parrain', ${id(own)}, ${id(gone)}, 'Un ami', '{}', '2026-11-25T10:00:00.000Z',
            '[]', take_seq(1), 'brest', '{bruno}')`.execute(tx),
      )
      const told = async () => (await company.as('bruno').get(`/demandes/${request}`)).data
      const seen = async () =>
        Promise.all(
          (['bruno', 'alice', 'camille'] as const).map(
            async (name) => (await company.as(name).get(`/demandes/${request}`)).status,
          ),
        )
      const before = await seen()
      expect(before).toEqual([200, 404, 404])
      const made = await merge()
      expect(await told()).toMatchObject({ IDCLIENT: id(own), IDCLIENT_SUITE: id(kept) })
      expect(await seen()).toEqual(before)
      expect((await undo(made)).status).toBe(200)
      expect(await told()).toMatchObject({ IDCLIENT: id(own), IDCLIENT_SUITE: id(gone) })
      expect(await seen()).toEqual(before)
    })

    it('[DAY-14 offline] [MERGE-9] leads what a device still writes about the other record to the kept one, once', async () => {
      const projet = await newProjet(camille, { IDCLIENT: id(gone) })
      const made = await merge({ MAIL: 'autre' })
      const key = uuidv7()
      const late = { IDPROJET: newId('projet'), IDCLIENT: id(gone), DESCRIPTION: 'Au retour du réseau' }
      for (const _ of [1, 2]) {
        const answer = await camille.post('/projets', late, { key, counter: 2 })
        expect([answer.status, answer.data?.IDCLIENT]).toEqual([201, id(kept)])
      }
      const quote = { IDDEVIS: newId('devis'), IDPROJET: projet.IDPROJET, IDCLIENT: id(gone), LIGNES: [] }
      expect((await camille.post('/devis', quote, { key: uuidv7(), counter: 2 })).data).toMatchObject({
        IDCLIENT: id(kept),
      })
      const other = await newClient(camille)
      const moved = await camille.put(
        `/projets/${projet.IDPROJET}`,
        { IDCLIENT: id(other) },
        {
          seen: 1,
          counter: 2,
          base: { IDCLIENT: id(gone) },
        },
      )
      expect(moved.data).toMatchObject({ IDCLIENT: id(other) })

      const changed = await edit(gone, { MAIL: 'nouvelle@example.com' }, { MAIL: 'anne@example.com' })
      // The record that the device wrote about is not there any more; its values are in the kept one.
      expect([changed.status, changed.data]).toEqual([200, null])
      expect(await client(kept)).toMatchObject({ MAIL: 'nouvelle@example.com' })
      expect(await conflicts()).toEqual([])

      // A caller that is no device is told that the record is gone.
      expect((await camille.post('/projets', { ...late, IDPROJET: newId('projet') })).code).toBe('PARENT_MISSING')
      expect((await camille.put(`/clients/${id(gone)}`, { NOM: 'X' })).status).toBe(404)
      expect((await alice.del(`/clients/${id(gone)}`, { seen: 1, counter: 2 })).status).toBe(204)
      expect(await client(kept)).toMatchObject({ NOM: 'Durand' })
      expect((await undo(made)).status).toBe(200)
    })

    it('[DAY-14 offline] [MERGE-9] leads what arrives while the records are merged, too', async () => {
      const projets = Array.from({ length: 6 }, () => ({ IDPROJET: newId('projet'), IDCLIENT: id(gone) }))
      const late = projets.map((projet) => camille.post('/projets', projet, { counter: 2 }))
      const order = { IDCLIENT: id(gone), CHOIX: {}, EMPREINTE: '1.1' }
      const [made, changed, ...answers] = await Promise.all([
        alice.post(`/clients/${id(kept)}/fusions`, order),
        camille.put(`/clients/${id(gone)}`, { TELEPHONE: '0140000000' }, { counter: 2, base: { TELEPHONE: null } }),
        ...late,
      ])
      expect([changed.status, ...answers.map(({ status }) => status)]).toEqual([200, ...late.map(() => 201)])
      // Where the edit came first, the preview was no longer true.
      if (made.status === 409) await merge()
      expect((await alice.get(`/clients/${id(gone)}`)).status).toBe(404)
      expect((await client(kept)).TELEPHONE).toMatch(/1 ?40/)
      for (const { IDPROJET } of projets) expect(await clientOf(IDPROJET)).toBe(id(kept))
    })

    it('[DAY-14 offline] [MERGE-9] keeps the value that loses against the choice as a conflict of the kept record', async () => {
      await camille.put(
        `/clients/${id(kept)}`,
        { PORTABLE: '0639980009' },
        { seen: 1, counter: 7, base: { PORTABLE: kept.PORTABLE } },
      )
      await merge({ PORTABLE: 'garde' })
      const answer = await edit(gone, { PORTABLE: '0639980003' }, { PORTABLE: gone.PORTABLE })
      expect(answer.status).toBe(200)
      const { PORTABLE } = await client(kept)
      expect(PORTABLE).toContain('09')
      expect(await conflicts()).toMatchObject([
        { RESSOURCE: 'client', IDENREGISTREMENT: id(kept), RAISON: 'concurrent' },
      ])
    })

    it('[DAY-14 offline] [MERGE-9] a deletion of the kept record that did not know of the merge loses', async () => {
      await merge()
      const answer = await alice.del(`/clients/${id(kept)}`, {
        seen: 1,
        counter: 2,
        uses: { known: { client: { [id(kept)]: 1 } }, mine: [] },
      })
      expect(answer.status).toBe(200)
      expect(await client(kept)).toMatchObject({ NOM: 'Durand' })
    })

    it('[DAY-14 undo] gives back what was the other’s and what devices wrote about it; what was added since stays', async () => {
      const theirs = await newProjet(camille, { IDCLIENT: id(gone) })
      const mine = await newProjet(camille, { IDCLIENT: id(kept) })
      const made = await merge({ PORTABLE: 'autre', NOM: 'autre' })
      const since = await newProjet(camille, { IDCLIENT: id(kept) })
      const late = { IDPROJET: newId('projet'), IDCLIENT: id(gone) }
      await camille.post('/projets', late, { key: uuidv7(), counter: 2 })
      const inTheirs = await newDevis(camille, { IDPROJET: theirs.IDPROJET, IDCLIENT: id(kept) })
      await edit(gone, { MAIL: 'neuve@example.com' }, { MAIL: 'anne@example.com' })
      await camille.put(`/clients/${id(kept)}`, { NOM: 'Durand-Petit' })
      const before = await camille.pull('/clients')

      const answer = await undo(made)
      expect([answer.status, answer.data]).toMatchObject([200, { ANNULABLE: false, ANNULEE_LE: expect.any(String) }])
      for (const [projet, owner] of [
        [theirs, gone],
        [late, gone],
        [mine, kept],
        [since, kept],
      ] as const)
        expect(await clientOf(projet.IDPROJET)).toBe(id(owner))
      expect(await read(`/devis/${inTheirs.IDDEVIS}`)).toMatchObject({ IDCLIENT: id(gone) })
      expect(await client(gone)).toMatchObject({
        NOM: 'Durant',
        PORTABLE: gone.PORTABLE,
        MAIL: 'neuve@example.com',
        OBSERVATIONS: 'Interphone',
      })
      expect(await client(kept)).toMatchObject({
        NOM: 'Durand-Petit',
        PORTABLE: kept.PORTABLE,
        MAIL: null,
        OBSERVATIONS: 'Chien',
      })
      expect((await camille.pull('/clients', before.checkpoint)).rows).toContainEqual(
        expect.objectContaining({ IDCLIENT: id(gone), NOM: 'Durant', _deleted: false }),
      )
      expect(await undo(made)).toMatchObject({ status: 409 })
      // What devices write about it from now on stays with it.
      const later = { IDPROJET: newId('projet'), IDCLIENT: id(gone) }
      expect((await camille.post('/projets', later, { key: uuidv7(), counter: 9 })).data).toMatchObject({
        IDCLIENT: id(gone),
      })
    })

    it('[DAY-02 journal] [DAY-14 merge-duplicates] (journal) of both is the kept one’s, what a device notes of the other too; an undo gives each its own', async () => {
      const note = (id: string, TEXTE: string) => ({
        id,
        GENRE: 'note',
        LE: '2026-11-20 09:00',
        AUTEUR: 'Camille',
        TEXTE,
      })
      const add = (record: Values, entry: Values, counter: number) =>
        camille.put(`/clients/${id(record)}`, { JOURNAL: [entry] }, { base: { JOURNAL: [] }, seen: 1, counter })
      expect((await add(kept, note('a', 'du gardé'), 2)).status).toBe(200)
      expect((await add(gone, note('b', 'de l’autre'), 2)).status).toBe(200)
      const made = await merge({})
      // A device that does not know of the merge yet.
      expect((await add(gone, note('c', 'sans réseau'), 3)).status).toBe(200)
      const ids = async (record: Values) => ((await client(record)).JOURNAL as Values[]).map(({ id }) => id).sort()
      expect(await ids(kept)).toEqual(['a', 'b', 'c'])
      await camille.put(
        `/clients/${id(kept)}`,
        { JOURNAL: [...((await client(kept)).JOURNAL as Values[]), note('d', 'depuis')] },
        { base: { JOURNAL: (await client(kept)).JOURNAL }, counter: 9 },
      )
      expect((await undo(made)).status).toBe(200)
      expect([await ids(kept), await ids(gone)]).toEqual([
        ['a', 'd'],
        ['b', 'c'],
      ])
    })

    it('[DAY-14 undo] of several, the last one first; each gives its own back', async () => {
      const third = await newClient(camille, { NOM: 'Durand', MAIL: 'trois@example.com' })
      const theirs = await newProjet(camille, { IDCLIENT: id(gone) })
      const first = await merge({}, gone, third)
      const second = await merge({}, kept, gone)
      const late = { IDPROJET: newId('projet'), IDCLIENT: id(third) }
      expect((await camille.post('/projets', late, { key: uuidv7(), counter: 2 })).data).toMatchObject({
        IDCLIENT: id(kept),
      })
      expect((await undo(first)).body.message).toMatch(/la plus récente/)
      expect((await undo(second)).status).toBe(200)
      expect(await clientOf(theirs.IDPROJET)).toBe(id(gone))
      expect(await clientOf(late.IDPROJET)).toBe(id(gone))
      expect((await undo(first)).status).toBe(200)
      expect(await clientOf(late.IDPROJET)).toBe(id(third))
      expect(await clientOf(theirs.IDPROJET)).toBe(id(gone))
    })

    it('[DAY-14 undo] for thirty days; then what it needs is removed, and devices are still led', async () => {
      const made = await merge()
      await server().db.inTenant(company.id, async (tx) => {
        await sql`update client_merge set at = now() - interval '31 days'`.execute(tx)
        const swept = await SWEEPS.fusions?.(tx, { now: new Date(), limit: 10 })
        expect(swept).toBe(1)
        const { rows } = await sql`select before, merged from client_merge`.execute(tx)
        expect(rows).toEqual([{ before: null, merged: null }])
      })
      expect((await undo(made)).body.message).toMatch(/30 jours/)
      expect((await alice.get(`/clients/${id(kept)}/fusions`)).list).toMatchObject([{ ANNULABLE: false }])
      const late = { IDPROJET: newId('projet'), IDCLIENT: id(gone) }
      expect((await camille.post('/projets', late, { key: uuidv7(), counter: 2 })).data).toMatchObject({
        IDCLIENT: id(kept),
      })
    })

    it('[DAY-14 merge-duplicates] [I13] (signed) a signed quote goes along and back, nothing of it changes, and its evidence still holds', async () => {
      const [a, b] = [await newCustomer(server(), company), await newCustomer(server(), company)]
      const signed = await signedQuote(server(), company, b)
      const verified = () => server().db.inTenant(company.id, (tx) => verifyChain(tx, testSecrets.evidence))
      const made = await merge({}, a.record, b.record)
      const quote = await read(`/devis/${signed}`)
      expect(quote).toMatchObject({ IDCLIENT: a.id, DEVIS_SIGNE: 1 })
      expect((await verified()).broken).toBeNull()
      // Nothing else may change in a signed quote, nor its client without a merge.
      await expect(
        server().db.inTenant(company.id, (tx) =>
          sql`update devis set "IDCLIENT" = ${b.id}, seq = take_seq(1) where "IDDEVIS" = ${signed}`.execute(tx),
        ),
      ).rejects.toThrow(/immutable/)
      expect((await undo(made)).status).toBe(200)
      expect(await read(`/devis/${signed}`)).toMatchObject({ IDCLIENT: b.id })
      expect((await verified()).broken).toBeNull()
    })

    it('[DAY-14 merge-duplicates] (space) the customer stays logged in, and a link that was mailed before still opens its quote', async () => {
      const [a, b]: Customer[] = [await newCustomer(server(), company), await newCustomer(server(), company)]
      const quote = await givenQuote(server(), company, b as Customer)
      const { token } = (await camille.post(`/devis/${quote}/public_link`, {})).data
      const made = await merge({ PORTABLE: 'autre', MAIL: 'autre' }, a?.record, b?.record)
      expect((await b?.caller.get('/space/devis_attente'))?.list.map(({ IDDEVIS }) => IDDEVIS)).toEqual([quote])
      const opened = await anonymous(server(), company).post('/space/login_public', { token })
      expect(opened.status).toBe(200)
      expect((await undo(made)).status).toBe(200)
      expect((await b?.caller.get('/space/devis_attente'))?.list.map(({ IDDEVIS }) => IDDEVIS)).toEqual([quote])
    })

    it('[DAY-14 merge-duplicates] (space) a number of the record that went opens the kept space, and after the undo its own again', async () => {
      const [a, b]: Customer[] = [await newCustomer(server(), company), await newCustomer(server(), company)]
      if (!a || !b) throw new Error('no customers')
      const path = '/space/verifyOtpAndCreateToken'
      const login = async (more: Values = {}): Promise<Values> => {
        const { data } = await anonymous(server(), company).post('/space/generateOtp', { PORTABLE: b.phone })
        const CODE = await lastCode(server(), company, b.phone)
        return (await anonymous(server(), company).post(path, { challenge: data.challenge, CODE, ...more })).data
      }
      const own = async (token: unknown): Promise<unknown> =>
        (await callerOf(server().app, token as string).get('/space/client')).data.IDCLIENT
      const before = await merge({ PORTABLE: 'garde' }, a.record, b.record)
      // Nobody has ever logged in by it, so it may have been a mistake: a proof is asked for.
      expect(await login()).toEqual({ clients: [], preuve: true })
      await undo(before)
      expect(await login()).toMatchObject({ tokenable_id: b.id })

      const made = await merge({ PORTABLE: 'garde' }, await client(a.record), await client(b.record))
      const { token, tokenable_id } = await login()
      expect([tokenable_id, await own(token)]).toEqual([a.id, a.id])
      await server().db.inTenant(company.id, (tx) =>
        sql`insert into push_subscription (company_id, id, account, endpoint, p256dh, auth, token_hash)
          select ${company.id}, ${newId('push')}, ${`client:${a.id}`}, 'https://push.example/1', 'p', 'a', token_hash from session
          where kind = 'client' order by created_at desc limit 1`.execute(tx),
      )
      expect((await undo(made)).status).toBe(200)
      expect(await own(token)).toBe(b.id)
      expect(await login()).toMatchObject({ tokenable_id: b.id })
      const pushes = await server().db.inTenant(company.id, (tx) =>
        sql<{ account: string }>`select account from push_subscription where account like 'client:%'`.execute(tx),
      )
      expect(pushes.rows).toEqual([{ account: `client:${b.id}` }])
    })

    it('[DAY-14 merge-duplicates] [SEC] (space) once the kept record has another number, the one of the record that went opens nothing', async () => {
      const [a, b]: Customer[] = [await newCustomer(server(), company), await newCustomer(server(), company)]
      if (!a || !b) throw new Error('no customers')
      const login = async (phone: string): Promise<Values> => {
        const { data } = await anonymous(server(), company).post('/space/generateOtp', { PORTABLE: phone })
        const CODE = await lastCode(server(), company, phone)
        const body = { challenge: data.challenge, CODE }
        return (await anonymous(server(), company).post('/space/verifyOtpAndCreateToken', body)).data
      }
      expect(await login(b.phone)).toMatchObject({ tokenable_id: b.id })
      await merge({ PORTABLE: 'garde' }, await client(a.record), await client(b.record))
      expect(await login(b.phone)).toMatchObject({ tokenable_id: a.id })
      const led = await client(a.record)
      expect((await edit(led, { PORTABLE: '06 39 98 44 21' }, { PORTABLE: led.PORTABLE })).status).toBe(200)
      const codes = async (): Promise<number> => {
        const { rows } = await server().db.inTenant(company.id, (tx) =>
          sql`select 1 from message where channel = 'sms' and recipient = ${b.phone}`.execute(tx),
        )
        return rows.length
      }
      const before = await codes()
      await anonymous(server(), company).post('/space/generateOtp', { PORTABLE: b.phone })
      expect(await codes()).toBe(before)
    })

    it('[DAY-14 merge-duplicates] (led) the kept record names all that went into it, in a chain too, until it is undone', async () => {
      const third = await newClient(camille, { NOM: 'Durant' })
      const first = await merge({}, gone, third)
      expect(await client(gone)).toMatchObject({ FICHES_REUNIES: [id(third)] })
      const second = await merge({}, kept, await client(gone))
      expect(await client(kept)).toMatchObject({ FICHES_REUNIES: [id(gone), id(third)].sort() })
      const { rows } = await camille.pull('/clients')
      expect(rows).toContainEqual(
        expect.objectContaining({ IDCLIENT: id(kept), FICHES_REUNIES: expect.arrayContaining([id(third)]) }),
      )
      await undo(second)
      expect(await client(kept)).toMatchObject({ FICHES_REUNIES: [] })
      expect(await client(gone)).toMatchObject({ FICHES_REUNIES: [id(third)] })
      await undo(first)
      expect(await client(gone)).toMatchObject({ FICHES_REUNIES: [] })
      // Nobody else writes it.
      const forged = await edit(await client(kept), { FICHES_REUNIES: [id(gone)] }, { FICHES_REUNIES: [] })
      expect([forged.status, (await client(kept)).FICHES_REUNIES]).toEqual([expect.any(Number), []])
    })

    it('[DAY-14 merge-duplicates] (privacy) export and erasure of the kept record cover the merged one, from either id', async () => {
      const projet = await newProjet(camille, { IDCLIENT: id(gone) })
      await merge({ MAIL: 'garde' })
      await server().db.inTenant(company.id, async (tx) => {
        for (const one of [kept, gone]) {
          const found = await findClient(tx, id(one))
          expect(found.id).toBe(id(kept))
          expect([...found.ids].sort()).toEqual([id(kept), id(gone)].sort())
          expect(found.records.get('projet')).toEqual([projet.IDPROJET])
          expect(found.mails).toContain('anne@example.com')
        }
        const later = new Date(Date.now() + 4 * 365 * 86_400_000)
        expect((await proposals(tx, later)).map(({ IDCLIENT }) => IDCLIENT)).toEqual([id(kept)])
        await eraseClient(tx, id(gone))
        const { rows } =
          await sql`select "NOM" from client where "IDCLIENT" in (${id(kept)}, ${id(gone)}) and "NOM" like 'Duran%'`.execute(
            tx,
          )
        expect(rows).toEqual([])
        expect((await sql`select before, merged from client_merge`.execute(tx)).rows).toEqual([
          { before: null, merged: null },
        ])
      })
      const late = { IDPROJET: newId('projet'), IDCLIENT: id(gone) }
      expect((await camille.post('/projets', late, { key: uuidv7(), counter: 2 })).code).toBe('GONE')
    })

    it('[DAY-14 undo] [LAW-07 privacy] the home that a merge gave the kept record was never its own; its real moves stay', async () => {
      const home = async (ADRESSE: string): Promise<string> =>
        String((await camille.post('/adresse', { IDADRESSE: newId('adresse'), ADRESSE, VILLE: 'Lyon' })).data.IDADRESSE)
      const [first, own, other, next] = [await home('1'), await home('2'), await home('3'), await home('4')]
      const moves = async (who: Values, IDADRESSE: string): Promise<void> =>
        expect((await camille.put(`/clients/${id(who)}`, { IDADRESSE })).status).toBe(200)
      for (const there of [first, own]) await moves(kept, there)
      await moves(gone, other)
      const visit = await newRdv(camille, { IDADRESSE: other, IDPERSONNELS: ['camille'] })
      const made = await merge({ IDADRESSE: 'autre' })
      expect((await client(kept)).IDADRESSE).toBe(other)
      expect((await undo(made)).status).toBe(200)
      expect((await client(kept)).IDADRESSE).toBe(own)
      await moves(gone, next)
      const { rows } = await server().db.inTenant(company.id, (tx) =>
        sql<{ client_id: string; adresse_id: string }>`select client_id, adresse_id from former_home
          where company_id = ${company.id} order by until`.execute(tx),
      )
      expect(rows).toEqual([
        { client_id: id(kept), adresse_id: first },
        { client_id: id(gone), adresse_id: other },
      ])
      const found = await server().db.inTenant(company.id, (tx) => findClient(tx, id(gone)))
      expect([found.records.get('rdv'), found.records.get('adresse')?.sort()]).toEqual([
        [visit.IDRDV],
        [other, next].sort(),
      ])
    })

    it('[DAY-14 merge-duplicates] (rights) is the office’s, of that company; it refuses one record twice, and what changed since the preview', async () => {
      const order = { IDCLIENT: id(gone), CHOIX: {}, EMPREINTE: '1.1' }
      for (const name of ['camille', 'marc', 'theo'] as const) {
        expect((await preview(kept, gone, company.as(name))).status).toBe(403)
        expect((await company.as(name).post(`/clients/${id(kept)}/fusions`, order)).status).toBe(403)
      }
      const other = await server().company()
      expect((await preview(kept, gone, other.as('alice'))).status).toBe(404)
      expect((await other.as('alice').post(`/clients/${id(kept)}/fusions`, order)).status).toBe(404)
      expect((await preview(kept, kept)).status).toBe(422)
      const long = { ...order, CHOIX: { NOM: 'deux' } }
      expect((await alice.post(`/clients/${id(kept)}/fusions`, long)).status).toBe(422)
      await camille.put(`/clients/${id(gone)}`, { NOM: 'Changé' })
      expect((await alice.post(`/clients/${id(kept)}/fusions`, order)).body.message).toMatch(/vérifiez/)
      const made = await merge()
      expect((await other.as('alice').post(`/fusions/${made.id}/annuler`, {})).status).toBe(404)
      expect((await other.as('alice').get(`/clients/${id(kept)}/fusions`)).status).toBe(404)
      expect((await camille.post(`/fusions/${made.id}/annuler`, {})).status).toBe(403)
      // Sent twice, it is made once.
      const key = uuidv7()
      const again = () => alice.post(`/fusions/${made.id}/annuler`, {}, { key })
      expect([(await again()).status, (await again()).status]).toEqual([200, 200])
    })

    it('[DAY-14 fields] refuses texts that do not fit into one, and loses neither record', async () => {
      await camille.put(`/clients/${id(kept)}`, { OBSERVATIONS: 'a'.repeat(3000) })
      await camille.put(`/clients/${id(gone)}`, { OBSERVATIONS: 'b'.repeat(3000) })
      const body = { IDCLIENT: id(gone), CHOIX: {}, EMPREINTE: '2.2' }
      const answer = await alice.post(`/clients/${id(kept)}/fusions`, body)
      expect([answer.status, Object.keys(answer.body.errors as Values)]).toEqual([422, ['OBSERVATIONS']])
      expect(await client(gone)).toMatchObject({ NOM: 'Durant' })
    })
  },
  WITH_OUTBOX,
)
