import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { MOST_PHOTOS_A_DAY } from '../../server/space/commands/add-photo.ts'
import { type Answer, answerOf, type Caller, type ContractApp, describeContract } from '../support/contract.ts'
import { newProjet } from '../support/contract-records.ts'
import { pdf, png } from '../support/sample-files.ts'
import { messagesOf, newCustomer, WITH_OUTBOX } from '../support/space.ts'

const send = async (
  { app }: ContractApp,
  caller: Caller,
  { project, bytes, key = randomUUID() }: { project: unknown; bytes: Uint8Array; key?: string },
): Promise<Answer> =>
  answerOf(
    await app.inject({
      method: 'POST',
      url: `/api/space/project/${project}/photos`,
      payload: Buffer.from(bytes),
      headers: {
        authorization: `Bearer ${caller.token}`,
        'content-type': 'application/octet-stream',
        'idempotency-key': key,
      },
    }),
  )

describeContract(
  'photos of a customer',
  (server) => {
    const setUp = async () => {
      const company = await server().company()
      const customer = await newCustomer(server(), company)
      const { IDPROJET: project } = await newProjet(company.as('camille'), { IDCLIENT: customer.id })
      return { company, customer, project }
    }

    it('[SPA-05] a photo is among the project’s files for its staff, once per key, and the mail mentions it', async () => {
      const { company, customer, project } = await setUp()
      const photo = { project, bytes: png('sav'), key: randomUUID() }
      const first = await send(server(), customer.caller, photo)
      expect([first.status, first.data]).toEqual([201, { IDFICHIER: photo.key }])
      expect((await send(server(), customer.caller, photo)).data).toEqual(first.data)
      const twice = { ...photo, bytes: png('deux fois'), key: randomUUID() }
      for (const answer of await Promise.all([1, 2, 3].map(() => send(server(), customer.caller, twice))))
        expect([answer.status, answer.data]).toEqual([201, { IDFICHIER: twice.key }])
      expect((await send(server(), customer.caller, { ...photo, bytes: png('autre') })).status).toBe(409)
      const files = (await company.as('camille').get('/fichiers')).list.filter((file) => file.IDPROJET === project)
      const theirs = { ORIGINE: 'photo', RESSOURCE: 'projet', IDPERSONNEL: null }
      expect(files).toHaveLength(2)
      for (const { key } of [photo, twice])
        expect(files).toContainEqual(expect.objectContaining({ ...theirs, IDFICHIER: key }))
      const request = { type: 'apres_vente', MESSAGE: 'Ça fuit', IDPROJET: project, PHOTOS: [photo.key] }
      expect((await customer.caller.post('/space/mail/send', request)).status).toBe(201)
      const mails = (await messagesOf(server(), company)).filter(({ channel }) => channel === 'mail')
      expect(mails).toMatchObject([{ payload: { text: expect.stringContaining('1 photo jointe') } }])
    })

    it('[SPA-05] [AUT-11] [SEC] only pictures, only for the customer’s own project, and only by the customer in person', async () => {
      const { company, customer, project } = await setUp()
      const other = await newCustomer(server(), company)
      const bytes = png('intrus')
      expect((await send(server(), other.caller, { project, bytes })).status).toBe(404)
      expect((await send(server(), company.as('camille'), { project, bytes })).status).toBe(403)
      for (const wrong of [pdf('non'), Buffer.from('<svg onload="alert(1)"></svg>'), Buffer.alloc(0)])
        expect((await send(server(), customer.caller, { project, bytes: wrong })).status).toBe(422)
      const { token } = await server().app.sessions.open({
        kind: 'client',
        accountId: customer.id,
        companyId: company.id,
        deviceId: null,
        impersonator: 'admin:root',
      })
      expect((await send(server(), { ...customer.caller, token }, { project, bytes })).status).toBe(403)
      const files = (await company.as('camille').get('/fichiers')).list
      expect(files.filter((file) => file.IDPROJET === project)).toEqual([])
    })

    it('[SPA-05] [FILE-2] a photo that was accepted, and that the staff has deleted since, is answered as accepted when it is sent again', async () => {
      const { company, customer, project } = await setUp()
      const photo = { project, bytes: png('supprimée'), key: randomUUID() }
      expect((await send(server(), customer.caller, photo)).status).toBe(201)
      expect((await company.as('alice').post('/drive', { ids: [photo.key] })).data).toMatchObject({
        deleted: [photo.key],
      })
      const again = await send(server(), customer.caller, photo)
      expect([again.status, again.data]).toEqual([201, { IDFICHIER: photo.key }])
    })

    it('[SPA-05] [DAY-05 requests] [SEC] a request names only photos that its customer has added to its project, and each of them once', async () => {
      const { company, customer, project } = await setUp()
      const added = async (from: typeof customer, at: unknown): Promise<string> =>
        (await send(server(), from.caller, { project: at, bytes: png(randomUUID()) })).data.IDFICHIER as string
      const ask = (PHOTOS: unknown[], IDPROJET: unknown = project) =>
        customer.caller.post('/space/mail/send', {
          type: 'apres_vente',
          MESSAGE: 'Ça fuit',
          ...(IDPROJET === null ? {} : { IDPROJET }),
          PHOTOS,
        })
      const [mine, used, elsewhere, taken] = [
        await added(customer, project),
        await added(customer, project),
        await added(customer, (await newProjet(company.as('camille'), { IDCLIENT: customer.id })).IDPROJET),
        await added(customer, project),
      ]
      const other = await newCustomer(server(), company)
      const theirs = await added(other, (await newProjet(company.as('camille'), { IDCLIENT: other.id })).IDPROJET)
      await server().db.inTenant(company.id, (tx) =>
        sql`update fichier set "IDPERSONNEL" = 'camille', seq = take_seq(1)
          where company_id = ${company.id} and "IDFICHIER" = ${taken}`.execute(tx),
      )
      expect((await ask([used])).status).toBe(201)
      const requests = async () => (await company.as('alice').pull('/demandes')).rows
      const before = await requests()
      for (const [why, photo] of Object.entries({ elsewhere, theirs, taken, used, unknown: randomUUID() })) {
        const refused = await ask([mine, photo])
        expect([why, refused.status, refused.code]).toEqual([why, 404, 'NOT_FOUND'])
      }
      expect((await ask([mine], null)).status).toBe(404)
      expect(await requests()).toEqual(before)
      const mails = await messagesOf(server(), company)
      expect(mails.filter(({ channel }) => channel === 'mail')).toHaveLength(1)
      expect((await ask([mine, mine])).status).toBe(201)
      expect((await requests()).map(({ PHOTOS }) => PHOTOS)).toContainEqual([mine])
    })

    it('[SPA-05] [SEC] a key that no record may have as its id names no photo: the staff open and delete each one', async () => {
      const { company, customer, project } = await setUp()
      for (const key of ['__proto__', '-un-tiret-devant', '_'.repeat(64)]) {
        const { status, data } = await send(server(), customer.caller, { project, bytes: png(key), key })
        const { IDFICHIER } = data
        const diane = company.as('diane')
        const asked = { project_id: project, origin: 'photo', IDFICHIER }
        const found = await diane.post('/drive/search', asked)
        expect([key, status, found.status, found.data.IDFICHIER]).toEqual([key, 201, 200, IDFICHIER])
        expect((await diane.post('/drive', { ids: [IDFICHIER] })).data.deleted).toEqual([IDFICHIER])
      }
    })

    it('[SPA-05] a photo that the staff has deleted before the request arrives does not refuse the request', async () => {
      const { company, customer, project } = await setUp()
      const photo = { project, bytes: png('supprimée avant'), key: randomUUID() }
      await send(server(), customer.caller, photo)
      await company.as('alice').post('/drive', { ids: [photo.key] })
      const request = { type: 'apres_vente', MESSAGE: 'Ça fuit', IDPROJET: project, PHOTOS: [photo.key] }
      expect((await customer.caller.post('/space/mail/send', request)).status).toBe(201)
    })

    it('[SPA-05] [SEC] the photos of one customer are limited, also when sent at once', async () => {
      const { customer, project } = await setUp()
      const answers = await Promise.all(
        Array.from({ length: MOST_PHOTOS_A_DAY + 2 }, (_, n) =>
          send(server(), customer.caller, { project, bytes: png(`photo ${n}`) }),
        ),
      )
      const statuses = answers.map(({ status }) => status)
      expect([statuses.filter((one) => one === 201).length, statuses.filter((one) => one === 429).length]).toEqual([
        MOST_PHOTOS_A_DAY,
        2,
      ])
    })
  },
  WITH_OUTBOX,
)
