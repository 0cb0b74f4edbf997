import { expect, it } from 'vitest'
import { checkPassword, NO_PASSWORD } from '../../server/plugins/session/passwords.ts'
import { adminCaller } from '../support/admin-caller.ts'
import { describeContract } from '../support/contract.ts'

describeContract('accounts of people without a mail', (server) => {
  const open = async () => {
    const company = await server().company()
    const admin = await adminCaller(server().app, server().db)
    const ask = (path: string) => `${path}?company_id=${company.id}`
    const at = (id: string) => ask(`/admin/personnels/${id}`)
    const made = async (more: object = {}) =>
      String(
        (
          await admin.call('POST', ask('/admin/personnels'), {
            NOM: 'Sans mail',
            ROLES: ['commercial'],
            IDAGENCE: 'lyon',
            AGENCES: ['lyon'],
            ...more,
          })
        ).data.IDPERSONNEL,
      )
    const put = async (id: string, body: object) => (await admin.call('PUT', at(id), body)).data
    const left = async () =>
      (await company.as('alice').get('/ranking/days?DATE_DEBUT=2026-01-01')).body?.left as unknown as string[]
    const erasable = async () =>
      (await admin.call('GET', ask('/admin/privacy/left-staff'))).list.map(({ IDPERSONNEL }) => IDPERSONNEL)
    const erase = (id: string) =>
      admin.call('POST', ask('/admin/privacy/erase'), { kind: 'personnel', id, name: 'Sans mail' })
    return { company, admin, made, put, left, erasable, erase }
  }

  it('[SET-12 handover] are closed and opened as any other: nobody chooses the person any more', async () => {
    const { company, made, put, left, erasable } = await open()
    const id = await made()
    const preview = () =>
      company.as('diane').post('/personnels/camille/passations/apercu', { REPARTITION: 'un', COLLEGUES: [id] })
    expect((await preview()).status).toBe(200)
    expect(await put(id, { disabled: true })).toMatchObject({ disabled: true, has_account: false })
    expect([await left(), (await preview()).status, await erasable()]).toEqual([[id], 422, [id]])
    expect(await put(id, { disabled: false })).toMatchObject({ disabled: false, has_account: false })
    expect([await left(), (await preview()).status, await erasable()]).toEqual([[], 200, []])
    const other = await made({ disabled: true })
    expect(await left()).toEqual([other])
    expect(await put(other, { MAIL: null, disabled: false })).toMatchObject({ disabled: false })
  })

  it('[LAW-07 privacy] (erasure) whoever works here without a mail is not erased before their account is closed', async () => {
    const { made, put, erasable, erase } = await open()
    const id = await made()
    expect(await erasable()).not.toContain(id)
    expect((await erase(id)).code).toBe('CONFLICT')
    await put(id, { disabled: true })
    expect((await erase(id)).status).toBe(200)
    expect(await erasable()).not.toContain(id)
  })

  it('[SET-12 handover] stay closed when their mail goes', async () => {
    const { made, put, left } = await open()
    const id = await made({ MAIL: 'part@example.com' })
    await put(id, { disabled: true })
    expect(await put(id, { MAIL: null })).toMatchObject({ MAIL: null, disabled: true, has_account: false })
    expect(await left()).toEqual([id])
  })

  it('[SET-12 handover] [SEC] have no password, which costs nothing, and none opens them, also with a mail given since', async () => {
    const { company, made, put } = await open()
    const id = await made()
    await put(id, { disabled: true })
    const stored = () =>
      server().db.inTenant(company.id, (tx) =>
        tx.selectFrom('credential').select('password_hash').where('personnel_id', '=', id).executeTakeFirstOrThrow(),
      )
    expect(await stored()).toEqual({ password_hash: NO_PASSWORD })
    const mail = `${id}@example.com`
    expect(await put(id, { MAIL: mail, disabled: false })).toMatchObject({ disabled: false, has_account: true })
    for (const password of [NO_PASSWORD, '', 'demonstration'])
      expect(await checkPassword((await stored()).password_hash, password)).toBe(false)
  })
})
