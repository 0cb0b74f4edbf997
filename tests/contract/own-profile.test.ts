import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { adminCaller } from '../support/admin-caller.ts'
import { type Answer, answerOf, type Caller, describeContract } from '../support/contract.ts'
import { pdf, png } from '../support/sample-files.ts'

describeContract('my profile', (server) => {
  const upload = async (caller: Caller, bytes: Buffer): Promise<Answer> =>
    answerOf(
      await server().app.inject({
        method: 'PUT',
        url: '/api/account/photo',
        payload: bytes,
        headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/octet-stream' },
      }),
    )
  const shown = (caller: Caller, path: unknown) =>
    server().app.inject({ url: `/api${String(path)}`, headers: { authorization: `Bearer ${caller.token}` } })

  it('[SET-11 profile] [ENT-05] I may change my name and mobile, which reach every device, but not my rights and mail', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const { checkpoint } = await company.as('theo').pull('/personnels')
    const before = (await camille.get('/personnels/camille')).data
    const patch = { PRENOM: 'Camille', NOM: 'Roy', TELEPHONE_PORTABLE: '0639985501' }
    const { status, data } = await camille.put('/account/profile', patch)
    expect(status).toBe(200)
    expect(data).toMatchObject({ ...patch, NOM_COMPLET: 'Camille Roy', INITIALES: 'CR', ROLES: before.ROLES })
    const { rows } = await company.as('theo').pull('/personnels', checkpoint)
    expect(rows).toMatchObject([{ IDPERSONNEL: 'camille', NOM_COMPLET: 'Camille Roy' }])
    for (const more of [
      { ROLES: ['commercial_director'] },
      { MAIL: 'autre@example.com' },
      { IDPERSONNEL: 'colin' },
      { TOUTES_AGENCES: 1 },
      { PHOTO: 'https://example.com/x.png' },
      { NOM: '' },
      { NOM: null },
      { TELEPHONE_PORTABLE: 'bonjour' },
    ])
      expect([more, (await camille.put('/account/profile', more)).status]).toEqual([more, 422])
    expect((await camille.get('/personnels/camille')).data).toMatchObject({ VERSION: data.VERSION })
    const { rows: lines } = await server().db.inTenant(company.id, async (tx) => ({
      rows: await tx.selectFrom('audit').selectAll().where('action', '=', 'personnel.updated').execute(),
    }))
    expect(lines).toMatchObject([{ actor: 'personnel:camille', target: 'personnel:camille' }])
  })

  it('[SET-11 photo] [ENT-05] only my colleagues read my photo, at an address that changes with it, and I can remove it', async () => {
    const [company, elsewhere] = [await server().company(), await server().company()]
    const camille = company.as('camille')
    const first = png('un', 60)
    const { status, data } = await upload(camille, first)
    const sha256 = createHash('sha256').update(first).digest('hex')
    expect([status, data.PHOTO]).toEqual([200, `/personnels/camille/photo/${sha256}`])
    expect((await company.as('theo').get('/personnels/camille')).data.PHOTO).toBe(data.PHOTO)
    const answer = await shown(company.as('theo'), data.PHOTO)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(Buffer.compare(answer.rawPayload, first)).toBe(0)

    // The same id in another company is another person.
    expect((await shown(elsewhere.as('theo'), data.PHOTO)).statusCode).toBe(404)
    expect((await server().app.inject(`/api${String(data.PHOTO)}`)).statusCode).toBe(401)
    expect((await shown(company.as('theo'), String(data.PHOTO).replace('camille', 'colin'))).statusCode).toBe(404)

    const second = (await upload(camille, png('deux', 60))).data.PHOTO
    expect(second).not.toBe(data.PHOTO)
    expect((await shown(camille, data.PHOTO)).statusCode).toBe(404)
    expect((await shown(camille, second)).statusCode).toBe(200)
    expect((await camille.del('/account/photo')).status).toBe(204)
    expect((await camille.get('/personnels/camille')).data.PHOTO).toBeNull()
    expect((await shown(camille, second)).statusCode).toBe(404)
  })

  it('[ENT-05] [SEC] a photo is a small picture; a removed person has none', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    for (const bytes of [pdf('x'), Buffer.from('<svg/>'), Buffer.alloc(0)])
      expect((await upload(camille, bytes)).status).toBe(422)
    expect((await upload(camille, Buffer.concat([png('x', 60), Buffer.alloc(250 * 1024)]))).status).toBe(413)
    expect((await upload(camille, png('x', 60))).status).toBe(200)
    const admin = await adminCaller(server().app, server().db)
    expect((await admin.call('DELETE', `/admin/personnels/camille?company_id=${company.id}`)).status).toBe(204)
    const left = await server().db.inTenant(company.id, (tx) => tx.selectFrom('personnel_photo').selectAll().execute())
    expect(left).toEqual([])
  })
})
