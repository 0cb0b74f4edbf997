import { expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { HEADER } from '../../schemas/protocol.ts'
import { adminCaller } from '../support/admin-caller.ts'
import { type Caller, describeContract } from '../support/contract.ts'
import { newClient, newProjet } from '../support/contract-records.ts'

const VIP = { LISTE: 'LABEL', LIBELLE: 'Premium', CODECOULEUR: '#2e7d32' }

/** A label of the company, made by its director. */
const newLabel = async (director: Caller, id: string, more: Values = {}): Promise<void> => {
  expect((await director.post('/datacache', { id, ...VIP, ...more })).status).toBe(201)
}
const idsIn = (rows: Values[], key: string): unknown[] => rows.map((row) => row[key])

describeContract('labels of clients and projects', (server) => {
  it('[SET-05 labels] (entries) directors write labels among their lists, the staff and devices read them, an archived one stays on what has it', async () => {
    const company = await server().company()
    const [diane, camille] = [company.as('diane'), company.as('camille')]
    await newLabel(diane, 'vip')
    expect((await camille.post('/datacache', { id: 'x', ...VIP })).status).toBe(403)
    expect((await diane.post('/datacache', { id: 'x', ...VIP, CODECOULEUR: 'rouge' })).status).toBe(422)
    const shown = { id: 'vip', LIBELLE: 'Premium', COULEUR: '#2e7d32', ORDRE: 0 }
    expect((await camille.get('/labels')).list).toEqual([shown])
    expect((await camille.get('/datacache')).data.LABEL).toEqual([
      { IDLABEL: 'vip', LIBELLE: 'Premium', CODECOULEUR: '#2e7d32' },
    ])
    const { IDCLIENT } = await newClient(camille, { IDLABELS: ['vip'] })
    const { checkpoint } = await camille.pull('/datacache')
    expect((await diane.put('/datacache/vip', { ARCHIVE: 1 }, { base: { ARCHIVE: 0 }, seen: 1 })).status).toBe(200)
    expect((await camille.get('/labels')).list).toEqual([])
    expect((await camille.pull('/datacache', checkpoint)).rows).toMatchObject([{ id: 'vip', ARCHIVE: 1 }])
    expect((await camille.get(`/clients/${String(IDCLIENT)}`)).data.IDLABELS).toEqual(['vip'])
  })

  it('[ADM-01] [API-13] one without a colour, and one with a long name, keep nobody from the list', async () => {
    const company = await server().company()
    const LIBELLE = 'L'.repeat(120)
    await newLabel(company.as('diane'), 'long', { LIBELLE, CODECOULEUR: null, ORDRE: 20_000 })
    expect((await company.as('camille').get('/labels')).list).toEqual([
      { id: 'long', LIBELLE, COULEUR: '#868e96', ORDRE: 20_000 },
    ])
  })

  it('[SET-05 merge] two people label one client and one project at once: every label that was added stays, every one removed goes', async () => {
    const company = await server().company()
    const [diane, camille, colin] = [company.as('diane'), company.as('camille'), company.as('colin')]
    for (const id of ['a', 'b', 'c']) await newLabel(diane, id, { LIBELLE: id })
    const { IDCLIENT } = await newClient(camille, { IDLABELS: ['a'] })
    const { IDPROJET } = await newProjet(camille, { IDCLIENT, IDLABELS: ['a'] })
    for (const [at, first, second] of [
      [`/clients/${String(IDCLIENT)}`, camille, colin],
      [`/projets/${String(IDPROJET)}`, camille, diane],
    ] as const) {
      const seen = { base: { IDLABELS: ['a'] }, seen: 1 }
      expect((await first.put(at, { IDLABELS: ['a', 'b'] }, seen)).data.IDLABELS).toEqual(['a', 'b'])
      const late = await second.put(at, { IDLABELS: ['c'] }, seen)
      expect([late.status, late.data.IDLABELS]).toEqual([200, ['b', 'c']])
      expect(late.body).not.toHaveProperty('conflits')
    }
  })

  it('[SET-05 filter] the lists of clients and projects give those that have a label, page after page', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    await newLabel(company.as('diane'), 'vip')
    const labelled: unknown[] = []
    for (let n = 0; n < 4; n += 1) {
      const { IDCLIENT } = await newClient(camille, { NOM: `Nom ${n}`, IDLABELS: n % 2 === 0 ? ['vip'] : [] })
      const { IDPROJET } = await newProjet(camille, { IDCLIENT, IDLABELS: n === 3 ? ['vip'] : [] })
      if (n % 2 === 0) labelled.push(IDCLIENT)
      if (n === 3) expect(idsIn((await camille.get('/projets?IDLABEL=vip')).list, 'IDPROJET')).toEqual([IDPROJET])
    }
    expect(idsIn((await camille.get('/clients?IDLABEL=vip')).list, 'IDCLIENT').sort()).toEqual(labelled.sort())
    expect((await camille.get('/clients?IDLABEL=vip&NOM=nom 2')).list).toHaveLength(1)
    expect((await camille.get('/clients?IDLABEL=autre')).list).toEqual([])
  })

  it('[SET-05 labels] (refusals) only labels of the own company are set: not one of another company, nor an entry of another list', async () => {
    const [company, other] = [await server().company(), await server().company()]
    await newLabel(other.as('diane'), 'ailleurs')
    const camille = company.as('camille')
    const { IDCLIENT } = await newClient(camille)
    for (const id of ['ailleurs', 'nature-com', 'nulle-part']) {
      const refused = await camille.put(`/clients/${String(IDCLIENT)}`, { IDLABELS: [id] })
      expect([id, refused.status]).toEqual([id, 422])
    }
    expect((await camille.get('/labels')).list).toEqual([])
  })

  it('[SET-05 labels] (older app) an app of the former version loses nothing: its edits leave the labels as they are', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    await newLabel(company.as('diane'), 'vip')
    const { IDCLIENT } = await newClient(camille, { IDLABELS: ['vip'] })
    const old = { [HEADER.version]: '2' }
    const at = `/clients/${String(IDCLIENT)}`
    const edited = await camille.put(at, { PRENOM: 'Zoé' }, { headers: old, base: { PRENOM: null }, seen: 1 })
    expect([edited.status, 'IDLABELS' in edited.data]).toEqual([200, false])
    expect((await camille.get(at)).data).toMatchObject({ PRENOM: 'Zoé', IDLABELS: ['vip'] })
  })

  it('[ADM-01 labels] [API-13] what an administrator removes at /admin/labels is archived, once, and may be sent again', async () => {
    const { app, db } = server()
    const company = await server().company()
    const admin = await adminCaller(app, db)
    const at = (path = ''): string => `/admin/labels${path}?company_id=${company.id}`
    const made = await admin.call('POST', at(), { LIBELLE: 'À rappeler', COULEUR: '#c2570c' })
    const id = String(made.data.id)
    expect([made.status, (await company.as('theo').get('/labels')).list]).toEqual([201, [made.data]])
    const { IDCLIENT } = await newClient(company.as('camille'), { IDLABELS: [id] })
    expect((await admin.call('DELETE', at(`/${id}`))).status).toBe(204)
    expect((await admin.call('DELETE', at(`/${id}`))).status).toBe(204)
    expect((await admin.call('GET', at())).list).toEqual([])
    expect((await company.as('camille').get(`/clients/${String(IDCLIENT)}`)).data.IDLABELS).toEqual([id])
    const trail = await admin.call('GET', `/admin/audit?company_id=${company.id}`)
    expect(trail.list.map(({ action }) => action).filter((action) => String(action).startsWith('label.'))).toEqual([
      'label.deleted',
      'label.created',
    ])
  })

  it('[ENT-06 campaigns] the campaign of a client is one of the company’s campaigns, and the website may name it', async () => {
    const company = await server().company()
    const [diane, camille] = [company.as('diane'), company.as('camille')]
    await diane.post('/datacache', { id: 'foire', LISTE: 'ORIGINE_CAMPAGNE', LIBELLE: 'Foire 2027' })
    const { IDCLIENT } = await newClient(camille, { IDORIGINE_CAMPAGNE: 'foire' })
    const at = `/clients/${String(IDCLIENT)}`
    expect((await camille.get(at)).data.IDORIGINE_CAMPAGNE).toBe('foire')
    expect((await camille.put(at, { IDORIGINE_CAMPAGNE: 'nature-com' })).status).toBe(422)
    expect((await camille.put(at, { IDORIGINE_CAMPAGNE: null })).data.IDORIGINE_CAMPAGNE).toBe(null)
  })
})
