import { expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { adminCaller } from '../support/admin-caller.ts'
import { describeContract } from '../support/contract.ts'
import { addAdmin, addPersonnel } from '../support/test-app.ts'

interface Mail {
  subject: string
  text: string
}

/** Whoever replaces the address of an account, or resets its second factor, may be an attacker: the owner is told where they still read. */
describeContract('what the owner of an account is told about it', (server) => {
  const mailsTo = async (scope: { companyId: string } | { platform: true }, recipient: string): Promise<Mail[]> => {
    const rows = await server().db.transaction(scope, (tx) =>
      tx.selectFrom('message').select('payload').where('recipient', '=', recipient).orderBy('id').execute(),
    )
    return rows.map(({ payload }) => payload as unknown as Mail)
  }
  it('[SEC] [ADM-02] another address: the former one is told, without the new one or a way in', async () => {
    const company = await server().company()
    const admin = await adminCaller(server().app, server().db)
    const { id, mail: former } = await addPersonnel(server().db, { companyId: company.id })
    const put = (body: Values) => admin.call('PUT', `/admin/personnels/${id}?company_id=${company.id}`, body)
    expect((await put({ NOM: 'Autre' })).status).toBe(200)
    expect((await put({ MAIL: former })).status).toBe(200)
    expect(await mailsTo({ companyId: company.id }, former)).toEqual([])
    expect((await put({ MAIL: 'ailleurs@example.org' })).status).toBe(200)
    const [mail, ...more] = await mailsTo({ companyId: company.id }, former)
    expect(more).toEqual([])
    expect(mail?.subject).toMatch(/^L'adresse de votre compte .+ a changé$/)
    expect(mail?.text).toContain('prévenez tout de suite votre responsable')
    expect(mail?.text).not.toMatch(/ailleurs@example\.org|https?:/)
    expect(await mailsTo({ companyId: company.id }, 'ailleurs@example.org')).toEqual([])
  })

  it('[SEC] [ADM-02] a second factor that an administrator resets: its owner is told', async () => {
    const company = await server().company()
    const admin = await adminCaller(server().app, server().db)
    const { id, mail } = await addPersonnel(server().db, { companyId: company.id })
    const path = `/admin/personnels/${id}/second_factor?company_id=${company.id}`
    expect((await admin.call('DELETE', path)).status).toBe(204)
    const mails = await mailsTo({ companyId: company.id }, mail)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Un administrateur l’a remise à zéro')
  })

  it('[SEC] [ADM-03] another address of an administrator: the former one is told', async () => {
    const admin = await adminCaller(server().app, server().db)
    const colleague = await addAdmin(server().db)
    const email = `neuf-${colleague.id}@example.org`
    expect((await admin.call('PUT', `/admin/users/${colleague.id}`, { email })).status).toBe(200)
    const mails = await mailsTo({ platform: true }, colleague.email)
    expect(mails.map(({ subject }) => subject)).toEqual(["L'adresse de votre compte Lolapp a changé"])
  })
})
