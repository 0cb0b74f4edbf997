import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { MOST_PHOTOS } from '../../schemas/space/requests.ts'
import { MOST_PHOTOS_A_DAY } from '../../server/space/commands/add-photo.ts'
import { copyLatePhotos } from '../../server/space/commands/copy-photos.ts'
import { answerOf, type Caller, type ContractApp, type ContractCompany, describeContract } from '../support/contract.ts'
import { newClient, newId, newProjet } from '../support/contract-records.ts'
import { png } from '../support/sample-files.ts'
import { type Customer, messagesOf, newCustomer, newMobile, WITH_OUTBOX } from '../support/space.ts'

const SEEING = ['camille', 'diane', 'alice', 'zoe'] as const
const OTHERS = ['colin', 'bruno', 'marc', 'theo'] as const
const FILLEUL = { NOM: 'Ndiaye', PRENOM: 'Awa', PORTABLE: '06 39 98 11 22', MAIL: 'awa@example.com', VILLE: 'Lyon' }

async function addPhoto({ app }: ContractApp, { caller }: Customer, project: unknown): Promise<string> {
  const key = randomUUID()
  const answer = answerOf(
    await app.inject({
      method: 'POST',
      url: `/api/space/project/${project}/photos`,
      payload: Buffer.from(png(key)),
      headers: {
        authorization: `Bearer ${caller.token}`,
        'content-type': 'application/octet-stream',
        'idempotency-key': key,
      },
    }),
  )
  expect(answer.status).toBe(201)
  return key
}

describeContract(
  'what customers send from their space',
  (server) => {
    /** A customer of Camille's, of the agency of Lyon, and what they sent. */
    async function setUp(body: Values = { type: 'comptable', MESSAGE: 'Une facture, s’il vous plaît' }) {
      const company = await server().company()
      const customer = await newCustomer(server(), company, { IDAGENCE: 'lyon', IDPERSONNEL: 'camille' })
      const sent = await customer.caller.post('/space/mail/send', body)
      expect(sent.status).toBe(201)
      const id = String(sent.data.id)
      const one = async (name: Parameters<ContractCompany['as']>[0]) => company.as(name).get(`/demandes/${id}`)
      return { company, customer, id, one }
    }
    const answer = (caller: Caller, id: string, CANAL: string, TEXTE: string, answerId = newId('reponse')) =>
      caller.post(`/demandes/${id}/answer`, { REPONSES: [{ id: answerId, CANAL, TEXTE }] })

    it('[DAY-05 requests] (seen) the office of the customer’s agency and their own commercial have it, nobody else does', async () => {
      const { company, customer, id, one } = await setUp({ type: 'parrain', MESSAGE: 'Ma voisine', FILLEUL })
      for (const name of SEEING) expect([name, (await one(name)).status]).toEqual([name, 200])
      for (const name of OTHERS) expect([name, (await one(name)).status]).toEqual([name, 404])
      const [row] = (await company.as('camille').pull('/demandes')).rows
      expect(row).toMatchObject({
        id,
        GENRE: 'parrain',
        IDCLIENT: customer.id,
        MESSAGE: 'Ma voisine',
        FILLEUL,
        REPONSES: [],
      })
      const other = await server().company()
      expect((await other.as('diane').get(`/demandes/${id}`)).status).toBe(404)
      expect((await other.as('diane').pull('/demandes')).rows).toEqual([])
    })

    it('[DAY-05 requests] (seen) it follows its customer to another commercial', async () => {
      const { company, customer, one } = await setUp()
      const { checkpoint } = await company.as('camille').pull('/demandes')
      const moved = await company.as('diane').put(`/clients/${customer.id}`, { IDPERSONNEL: 'bruno' })
      expect(moved.status).toBe(200)
      expect((await one('camille')).status).toBe(404)
      expect((await one('bruno')).status).toBe(200)
      const { rows } = await company.as('camille').pull('/demandes', checkpoint)
      expect(rows).toMatchObject([{ _deleted: true }])
    })

    it('[DAY-05 requests] (states) is new, taken and answered, by commands only, and its customer sees it', async () => {
      const { company, customer, id, one } = await setUp()
      const seen = async () => (await customer.caller.get('/space/requests')).list
      expect(await seen()).toMatchObject([{ id, GENRE: 'comptable', etat: 'nouvelle', reponses: [] }])
      expect((await company.as('camille').put(`/demandes/${id}`, { PRISE_PAR: 'camille' })).status).toBe(403)
      const taken = await company.as('camille').post(`/demandes/${id}/take`, { PRISE_PAR: 'diane' })
      expect([taken.status, taken.data.PRISE_PAR]).toEqual([200, 'camille'])
      expect(await seen()).toMatchObject([{ etat: 'prise' }])
      // Of somebody who has left, or who is away.
      const again = await company.as('diane').post(`/demandes/${id}/take`, {})
      expect([again.status, again.data.PRISE_PAR]).toEqual([200, 'diane'])
      expect((await answer(company.as('camille'), id, 'mail', 'La voici.')).status).toBe(200)
      expect((await one('camille')).data.REPONSES).toMatchObject([
        { CANAL: 'mail', TEXTE: 'La voici.', IDPERSONNEL: 'camille' },
      ])
      const [shown] = await seen()
      expect(shown).toMatchObject({ etat: 'repondue', reponses: [{ CANAL: 'mail', TEXTE: 'La voici.' }] })
      expect(JSON.stringify(shown)).not.toContain('camille')
      const stranger = await newCustomer(server(), company)
      expect((await stranger.caller.get('/space/requests')).list).toEqual([])
    })

    it('[DAY-05 answer] is sent once by mail or SMS, and kept in the project’s journal', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company, { IDAGENCE: 'lyon', IDPERSONNEL: 'camille' })
      const projet = await newProjet(company.as('camille'), { IDCLIENT: customer.id })
      const body = { type: 'apres_vente', MESSAGE: 'Ça fuit', IDPROJET: projet.IDPROJET }
      const id = String((await customer.caller.post('/space/mail/send', body)).data.id)
      const one = newId('reponse')
      for (const time of [1, 2])
        expect([time, (await answer(company.as('camille'), id, 'mail', 'Nous passons lundi.', one)).status]).toEqual([
          time,
          200,
        ])
      expect((await answer(company.as('diane'), id, 'sms', 'À lundi !')).status).toBe(200)
      const told = (await messagesOf(server(), company)).filter(({ created_by }) =>
        String(created_by).startsWith('personnel:'),
      )
      expect(
        told.map(({ channel, recipient, resource, record_id }) => [channel, recipient, resource, record_id]),
      ).toEqual([
        ['mail', customer.record.MAIL, 'client', customer.id],
        ['sms', customer.phone, 'client', customer.id],
      ])
      expect(told[0]?.payload).toMatchObject({ text: expect.stringContaining('Nous passons lundi.') })
      const { JOURNAL } = (await company.as('camille').get(`/projets/${projet.IDPROJET}`)).data
      expect(JOURNAL).toMatchObject([
        { GENRE: 'message', IDPERSONNEL: 'camille', RESULTAT: 'Réponse par mail', TEXTE: 'Nous passons lundi.' },
        { GENRE: 'message', IDPERSONNEL: 'diane', RESULTAT: 'Réponse par SMS', TEXTE: 'À lundi !' },
      ])
    })

    it('[DAY-05 answer] that waited leaves for the address and the number that the customer has now', async () => {
      const { company, customer, id } = await setUp()
      for (const canal of ['mail', 'sms'])
        expect((await answer(company.as('camille'), id, canal, 'Nous passons lundi.')).status).toBe(200)
      await server().app.messages.drain()
      const present = { MAIL: 'corrigee@example.com', PORTABLE: newMobile() }
      expect((await company.as('camille').put(`/clients/${customer.id}`, present)).status).toBe(200)
      await server().db.inTenant(company.id, (tx) =>
        sql`update message set status = 'queued', due_at = now(), attempts = 0 where key like '%:demande:%'`.execute(
          tx,
        ),
      )
      await server().app.messages.drain()
      const sent = (await messagesOf(server(), company)).filter(({ created_by }) => created_by === 'personnel:camille')
      expect(sent.map(({ recipient, status }) => [recipient, status])).toEqual([
        [present.MAIL, 'recorded'],
        [present.PORTABLE, 'recorded'],
      ])
    })

    it('[DAY-05 answer] [DAY-07 notices] that is lost is told to who wrote it, a commercial too', async () => {
      const { company, customer, id } = await setUp()
      expect((await answer(company.as('camille'), id, 'mail', 'Nous passons lundi.')).status).toBe(200)
      await server().app.messages.drain()
      expect((await company.as('camille').put(`/clients/${customer.id}`, { MAIL: null })).status).toBe(200)
      await server().db.inTenant(company.id, (tx) =>
        sql`update message set status = 'queued', due_at = now(), attempts = 0 where key like 'mail:demande:%'`.execute(
          tx,
        ),
      )
      await server().app.messages.drain()
      const sent = (await messagesOf(server(), company)).filter(({ created_by }) => created_by === 'personnel:camille')
      expect(sent.map(({ status, error }) => [status, error])).toEqual([
        ['failed', "Le client n'a pas d'adresse email."],
      ])
      const told = (await company.as('camille').pull('/notifications')).rows
      expect(told.filter(({ TYPE }) => TYPE === 'message_perdu')).toMatchObject([
        { RESSOURCE: 'client', IDENREGISTREMENT: customer.id, DETAIL: 'Mail non parti' },
      ])
    })

    it('[DAY-05 answer] that was written without a network does not leave at night', async () => {
      const { company, id } = await setUp()
      const early = new Date(Date.now() - 4 * 3_600_000).toISOString()
      for (const [CANAL, LE] of [
        ['mail', early],
        ['sms', early],
        ['sms', undefined],
      ]) {
        const one = { id: newId('reponse'), CANAL, TEXTE: 'Nous passons lundi.', ...(LE ? { LE } : {}) }
        expect((await company.as('camille').post(`/demandes/${id}/answer`, { REPONSES: [one] })).status).toBe(200)
      }
      const sent = (await messagesOf(server(), company)).filter(({ created_by }) => created_by === 'personnel:camille')
      const marks = sent.map(({ channel, payload }) => [channel, (payload as Values).waited])
      expect(marks).toEqual([
        ['mail', true],
        ['sms', true],
        ['sms', undefined],
      ])
    })

    it('[DAY-05 answer] says why a customer cannot be answered that way, and keeps nothing', async () => {
      const { company, customer, id, one } = await setUp()
      expect((await company.as('camille').put(`/clients/${customer.id}`, { MAIL: null })).status).toBe(200)
      const refused = await answer(company.as('camille'), id, 'mail', 'Bonjour')
      expect([refused.status, refused.body.message]).toEqual([422, "Le client n'a pas d'adresse email."])
      const long = await answer(company.as('camille'), id, 'sms', 'x'.repeat(451))
      expect([long.status, long.body.message]).toEqual([422, 'Un SMS a 450 caractères au plus.'])
      expect((await answer(company.as('camille'), id, 'sms', '  ')).status).toBe(422)
      expect((await one('camille')).data.REPONSES).toEqual([])
    })

    it('[DAY-05 referral] keeps the client and the project that were made of it', async () => {
      const { company, id, one } = await setUp({ type: 'parrain', MESSAGE: 'Ma voisine', FILLEUL })
      const client = await newClient(company.as('camille'), { NOM: 'Ndiaye' })
      const projet = await newProjet(company.as('camille'), { IDCLIENT: client.IDCLIENT })
      const convert = (body: Values) => company.as('camille').post(`/demandes/${id}/convert`, body)
      const made = { IDCLIENT_SUITE: client.IDCLIENT, IDPROJET_SUITE: projet.IDPROJET }
      expect((await convert(made)).status).toBe(200)
      expect((await one('diane')).data).toMatchObject(made)
      expect((await convert({ IDPROJET_SUITE: 'inconnu' })).code).toBe('PARENT_MISSING')
      // A deleted project takes what belongs to it, not what a customer asked for.
      expect((await company.as('diane').del(`/projets/${projet.IDPROJET}`)).status).toBe(204)
      expect((await one('diane')).status).toBe(200)
    })

    it('[DAY-05 after-sales] gives its photos to the project that is made of it, once', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company, { IDAGENCE: 'lyon', IDPERSONNEL: 'camille' })
      const { IDPROJET } = await newProjet(company.as('camille'), { IDCLIENT: customer.id })
      const photo = await addPhoto(server(), customer, IDPROJET)
      const body = { type: 'apres_vente', MESSAGE: 'Ça fuit', IDPROJET, PHOTOS: [photo] }
      const id = String((await customer.caller.post('/space/mail/send', body)).data.id)
      const made = await newProjet(company.as('camille'), { IDCLIENT: customer.id, TYPE_PROJET: 1 })
      for (const _ of [1, 2])
        expect(
          (await company.as('camille').post(`/demandes/${id}/convert`, { IDPROJET_SUITE: made.IDPROJET })).status,
        ).toBe(200)
      const files = (await company.as('camille').get('/fichiers')).list
      const [original] = files.filter((file) => file.IDPROJET === IDPROJET)
      const copies = files.filter((file) => file.IDPROJET === made.IDPROJET)
      expect(copies).toHaveLength(1)
      expect(copies[0]).toMatchObject({ SHA256: original?.SHA256, ORIGINE: 'photo', RESSOURCE: 'projet' })
      const found = await company.as('camille').post('/drive/search', { project_id: made.IDPROJET, origin: 'photo' })
      const got = await server().app.inject({ url: String(found.data.url) })
      expect(got.statusCode).toBe(200)
    })

    it.each(['get', 'put'] as const)(
      '[DAY-05 requests] (after-sales) a store of files that fails (%s) refuses no project, which gets the photos later',
      async (call) => {
        const { app } = server()
        const company = await server().company()
        const customer = await newCustomer(server(), company, { IDAGENCE: 'lyon', IDPERSONNEL: 'camille' })
        const { IDPROJET } = await newProjet(company.as('camille'), { IDCLIENT: customer.id })
        const photo = await addPhoto(server(), customer, IDPROJET)
        const body = { type: 'apres_vente', MESSAGE: 'Ça fuit', IDPROJET, PHOTOS: [photo] }
        const id = String((await customer.caller.post('/space/mail/send', body)).data.id)
        const made = await newProjet(company.as('camille'), { IDCLIENT: customer.id, TYPE_PROJET: 1 })
        const store = vi.spyOn(app.ports.files, call).mockRejectedValue(new Error('Store away'))
        const answer = await company.as('camille').post(`/demandes/${id}/convert`, { IDPROJET_SUITE: made.IDPROJET })
        expect([answer.status, store.mock.calls.length]).toEqual([200, 1])
        store.mockRestore()
        const copies = async () =>
          (await company.as('camille').get('/fichiers')).list.filter((file) => file.IDPROJET === made.IDPROJET)
        expect(await copies()).toEqual([])
        const told: unknown[] = []
        await copyLatePhotos(app, (error) => void told.push(error))
        expect([(await copies()).length, told]).toEqual([1, []])
      },
    )

    it('[SPA-05] photos that the office copied into another project leave the customer their number of a day', async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company, { IDAGENCE: 'lyon', IDPERSONNEL: 'camille' })
      const { IDPROJET } = await newProjet(company.as('camille'), { IDCLIENT: customer.id })
      const PHOTOS: string[] = []
      while (PHOTOS.length < MOST_PHOTOS) PHOTOS.push(await addPhoto(server(), customer, IDPROJET))
      const body = { type: 'apres_vente', MESSAGE: 'Ça fuit', IDPROJET, PHOTOS }
      const id = String((await customer.caller.post('/space/mail/send', body)).data.id)
      const made = await newProjet(company.as('camille'), { IDCLIENT: customer.id, TYPE_PROJET: 1 })
      await company.as('camille').post(`/demandes/${id}/convert`, { IDPROJET_SUITE: made.IDPROJET })
      const all = (await company.as('camille').get('/fichiers')).list
      expect(all.filter((file) => file.IDPROJET === made.IDPROJET)).toHaveLength(MOST_PHOTOS)
      for (let sent = MOST_PHOTOS; sent < MOST_PHOTOS_A_DAY; sent++) await addPhoto(server(), customer, made.IDPROJET)
      await expect(addPhoto(server(), customer, IDPROJET)).rejects.toThrow()
    })

    it('[SPA-05] a refused request leaves its key free; an accepted one does not', async () => {
      const { customer } = await setUp()
      const send = (body: Values) => customer.caller.post('/space/mail/send', body, { key: 'cle-de-la-demande' })
      const body = { type: 'apres_vente', MESSAGE: 'Ça fuit' }
      expect((await send({ ...body, IDPROJET: 'inconnu' })).status).toBe(404)
      expect((await send(body)).status).toBe(201)
      expect((await send({ ...body, MESSAGE: 'Ça fuit beaucoup' })).code).toBe('KEY_REUSED')
    })
  },
  WITH_OUTBOX,
)
