import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ASSET_CODES, ASSETS, type AssetCode } from '../../schemas/assets.ts'
import type { Values } from '../../schemas/merge.ts'
import { renderTemplate } from '../../server/mail-templates/render-template.ts'
import { type Caller, callerOf, describeContract } from '../support/contract.ts'
import { addAdmin, signInAdmin } from '../support/test-app.ts'

/** What the screens read of a company, in the field that shows each asset; `auth-layout`, `privacy-link` and `greeting` of src show them. */
const FIELD: Record<AssetCode, string> = {
  fond_connexion: 'BACKGROUND',
  couleur: 'COLOR',
  accueil_connexion: 'ACCUEIL_CONNEXION',
  accueil_client: 'ACCUEIL_CLIENT',
  lien_confidentialite: 'LIEN_CONFIDENTIALITE',
}
const OTHER: Record<AssetCode, string> = {
  fond_connexion: '/un-autre-fond.svg',
  couleur: '#0b7285',
  accueil_connexion: 'Bonjour à tous.',
  accueil_client: 'Votre chantier, jour après jour.',
  lien_confidentialite: 'https://www.example.com/confidentialite',
}

describeContract('assets', (server) => {
  let admin: Caller
  const items: Values[] = []
  beforeAll(async () => {
    const { app, db } = server()
    admin = callerOf(app, (await signInAdmin(app, await addAdmin(db))).token)
    items.push(...(await admin.get('/admin/assetsitem')).list)
  })

  const start = async (companyId: string): Promise<Values> => {
    const response = await server().app.inject({ url: '/api/lolapp/start', headers: { 'company-key': companyId } })
    return (response.json() as { data: Values }).data
  }
  const theme = async (companyId: string): Promise<Values> =>
    ((await server().app.inject({ url: `/api/company/${companyId}` })).json() as { data: Values }).data
  /** A company whose own record says nothing of its look. */
  const bare = async (): Promise<string> => {
    const { id } = await server().company()
    await server().db.inTenant(id, (tx) =>
      sql`update company set "COLOR" = null, "BACKGROUND" = null where id = ${id}`.execute(tx),
    )
    server().app.companies.forget()
    return id
  }
  afterAll(async () => {
    for (const { id, VALEUR } of items) await admin.put(`/admin/assetsitem/${String(id)}`, { VALEUR })
  })

  it('[SET-06 none] the items that exist are those that screens show, each of its kind', async () => {
    expect(items.map(({ code }) => code).sort()).toEqual([...ASSET_CODES].sort())
    const kinds = new Map((await admin.get('/admin/assetstype')).list.map(({ id, GENRE }) => [id, GENRE]))
    for (const { code, IDASSETTYPE } of items) expect(kinds.get(IDASSETTYPE)).toBe(ASSETS[code as AssetCode])
    const unknown = { IDASSETTYPE: 'texte', code: 'rien', LIBELLE: 'Rien', VALEUR: 'x' }
    expect((await admin.post('/admin/assetsitem', unknown)).body).toMatchObject({
      errors: { code: ['Aucun écran ne montre cet élément'] },
    })
  })

  it.each(ASSET_CODES)(
    '[SET-06 assets] its default, then the company’s own, is what the screens are given: %s',
    async (code) => {
      const [id, other] = [await bare(), await bare()]
      const item = items.find((one) => one.code === code)
      const shown = async (of: string): Promise<unknown[]> => [
        (await start(of))[FIELD[code]],
        (await theme(of))[FIELD[code]],
      ]
      expect(await shown(id)).toEqual([item?.VALEUR, item?.VALEUR])
      const own = { IDASSETITEM: item?.id, VALEUR: OTHER[code] }
      const made = await admin.post(`/admin/assetsitemcustom?company_id=${id}`, own)
      expect(made.status).toBe(201)
      expect(await shown(id)).toEqual([OTHER[code], OTHER[code]])
      // Another company still shows the default; when that changes, only this one.
      expect(await shown(other)).toEqual([item?.VALEUR, item?.VALEUR])
      const next = { ...OTHER, couleur: '#5f3dc4', fond_connexion: '/encore.svg' }[code]
      const changed = ASSETS[code] === 'texte' ? `${next} Bis.` : next
      await admin.put(`/admin/assetsitem/${String(item?.id)}`, { VALEUR: changed })
      expect([await shown(other), await shown(id)]).toEqual([
        [changed, changed],
        [OTHER[code], OTHER[code]],
      ])
      await admin.del(`/admin/assetsitemcustom/${String(made.data.id)}?company_id=${id}`)
      expect(await shown(id)).toEqual([changed, changed])
      await admin.put(`/admin/assetsitem/${String(item?.id)}`, { VALEUR: item?.VALEUR })
    },
  )

  it('[SET-06 assets] (mails) the colour is that of the company’s mails; what its own record says is stronger', async () => {
    const id = await bare()
    const mail = async (): Promise<string> => {
      const variables = { nom: 'Zoé', lien: 'https://x.fr', duree: '1 h' }
      const { html } = await server().db.inTenant(id, (tx) => renderTemplate(tx, { code: 'invitation', variables }))
      return html
    }
    const item = items.find((one) => one.code === 'couleur')
    await admin.post(`/admin/assetsitemcustom?company_id=${id}`, { IDASSETITEM: item?.id, VALEUR: '#0b7285' })
    expect(await mail()).toContain('#0b7285')
    await server().db.inTenant(id, (tx) => sql`update company set "COLOR" = '#2b8a3e' where id = ${id}`.execute(tx))
    server().app.companies.forget()
    expect(await mail()).toContain('#2b8a3e')
    expect((await start(id)).COLOR).toBe('#2b8a3e')
  })

  it('[SEC] a picture is one of this host, which is all that the pages may show; a link is no script', async () => {
    const [picture, link] = ['fond_connexion', 'lien_confidentialite'].map((code) =>
      items.find((one) => one.code === code),
    )
    for (const VALEUR of ['https://pirate.example/x.png', '//pirate.example/x', 'data:image/png;base64,x'])
      expect((await admin.put(`/admin/assetsitem/${String(picture?.id)}`, { VALEUR })).status).toBe(422)
    for (const VALEUR of ['javascript:alert(1)', '//pirate.example', '/\\pirate.example'])
      expect((await admin.put(`/admin/assetsitem/${String(link?.id)}`, { VALEUR })).status).toBe(422)
  })
})
