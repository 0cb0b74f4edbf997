import { expect, it } from 'vitest'
import { describeContract } from '../support/contract.ts'

describeContract('reference lists', (server) => {
  it("[ENT-06] gives every list of the data cache under the contract's names", async () => {
    const company = await server().company()
    await company.as('diane').post('/datacache', {
      id: 'nantes',
      LISTE: 'AGENCES',
      LIBELLE: 'Nantes',
      ADRESSE: '3 quai de la Fosse',
      CODE_POSTAL: '44000',
      VILLE: 'Nantes',
      TELEPHONE: '02 61 91 00 01',
    })
    const { data } = await company.as('theo').get('/datacache')
    expect(Object.keys(data).sort()).toEqual(
      [
        'AGENCES',
        'BUCKET_SIZE',
        'CIVILITE',
        'COMPANY',
        'LABEL',
        'NATURE_RDV',
        'ORIGINE',
        'ORIGINE_CAMPAGNE',
        'RDV_DEBRIEF',
        'ROLE',
        'TVA',
        'TYPE_ANNULATION',
        'TYPE_INTERVENTION',
      ].sort(),
    )
    expect(data.AGENCES).toContainEqual({
      IDAGENCES: 'nantes',
      NOM_AGENCE: 'Nantes',
      ADRESSE: '3 quai de la Fosse',
      CODE_POSTAL: '44000',
      VILLE: 'Nantes',
      TELEPHONE: '02 61 91 00 01',
    })
    expect(data.NATURE_RDV).toContainEqual({
      IDNATURE_RDV: 'nature-com',
      LIBELLE: 'nature-com',
      CODE: 'Com',
      CODECOULEUR: '#2f9e44',
      DUREE: null,
    })
    expect(data.RDV_DEBRIEF).toContainEqual({ IDRDV_DEBRIEF: 'motif-signe', LIBELLE: 'motif-signe', TYPE_MOTIF: 4 })
    expect(data.COMPANY).toMatchObject({ id: company.id })
    expect(data.BUCKET_SIZE).toEqual({ used: expect.any(Number), quota: expect.any(Number) })
  })

  it('[SYN-02] sends changed reference rows to devices', async () => {
    const company = await server().company()
    const first = await company.as('theo').pull('/datacache')
    expect(first.rows).toContainEqual(
      expect.objectContaining({ id: 'pose', LISTE: 'TYPE_INTERVENTION', _deleted: false }),
    )
    await company.as('diane').put('/datacache/pose', { LIBELLE: 'Pose complète' })
    const { rows } = await company.as('theo').pull('/datacache', first.checkpoint)
    expect(rows).toMatchObject([{ id: 'pose', LIBELLE: 'Pose complète', VERSION: 2 }])
  })

  it("serves natures of appointment as separate records, under the contract's names", async () => {
    const company = await server().company()
    const diane = company.as('diane')
    const given = { LIBELLE: 'Deuxième visite', CODE: 'R2', CODECOULEUR: '#123456', DUREE: 90 }
    const created = await diane.post('/natures-rdv', given)
    expect(created.status).toBe(201)
    const { IDNATURE_RDV } = created.data
    const at = `/natures-rdv/${String(IDNATURE_RDV)}`
    const nature = { IDNATURE_RDV, ...given }
    expect(created.data).toEqual({ ...nature, ARCHIVE: 0, VERSION: 1 })
    expect((await company.as('theo').get('/natures-rdv')).list).toContainEqual(nature)
    expect(
      (await diane.put(at, { LIBELLE: 'R2' }, { base: { LIBELLE: 'Deuxième visite' }, seen: 1 })).data,
    ).toMatchObject({
      LIBELLE: 'R2',
      VERSION: 2,
    })
    expect((await company.as('camille').put(at, { LIBELLE: 'x' })).status).toBe(403)
    expect((await diane.get('/natures-rdv/lyon')).status).toBe(404)
    expect((await diane.put('/natures-rdv/lyon', { LIBELLE: 'x' })).status).toBe(404)
    expect((await diane.del('/natures-rdv/lyon')).status).toBe(404)
  })
})
