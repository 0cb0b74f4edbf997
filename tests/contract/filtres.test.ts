import { expect, it } from 'vitest'
import { uuidv7 } from '../../schemas/uuid.ts'
import { describeContract } from '../support/contract.ts'

const body = (values: object = {}) => ({
  id: uuidv7(),
  ECRAN: 'contact',
  NOM: 'Lyon, plus anciens',
  VALEURS: 'etiquette=vip&tri=-cree',
  ...values,
})

describeContract('saved filters', (server) => {
  it('[DAY-13 saved] are made, renamed and deleted by their person, and pulled by their devices', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const made = await camille.post('/filtres', body({ IDPERSONNEL: undefined }))
    expect([made.status, made.data.IDPERSONNEL, made.data.DEFAUT]).toEqual([201, 'camille', 0])
    const path = `/filtres/${made.data.id}`
    const { checkpoint, rows } = await camille.pull('/filtres')
    expect(rows).toMatchObject([{ id: made.data.id, VALEURS: 'etiquette=vip&tri=-cree' }])

    const renamed = await camille.put(path, { NOM: 'Lyon' }, { base: { NOM: 'Lyon, plus anciens' } })
    expect([renamed.status, renamed.data.NOM]).toEqual([200, 'Lyon'])
    const first = await camille.put(path, { DEFAUT: 1 }, { base: { DEFAUT: 0 } })
    expect(first.data.DEFAUT).toBe(1)

    expect((await camille.del(path)).status).toBe(204)
    expect((await camille.pull('/filtres', checkpoint)).rows).toMatchObject([{ id: made.data.id, _deleted: true }])
    expect((await camille.get('/filtres')).list).toEqual([])
  })

  it('[DAY-13 saved] [SEC] nobody else reads, changes or deletes them, whatever their role or company', async () => {
    const company = await server().company()
    const other = await server().company()
    const camille = company.as('camille')
    const { data } = await camille.post('/filtres', body())
    const path = `/filtres/${data.id}`
    for (const caller of [company.as('diane'), company.as('colin'), company.as('alice'), other.as('camille')]) {
      expect((await caller.get(path)).status).toBe(404)
      expect((await caller.get('/filtres')).list).toEqual([])
      expect((await caller.pull('/filtres')).rows).toEqual([])
      expect((await caller.put(path, { NOM: 'À moi' }, { base: { NOM: data.NOM } })).status).toBe(404)
      expect((await caller.del(path)).status).toBe(404)
    }
    // The person is the caller, whoever the body names.
    const forged = await company.as('colin').post('/filtres', body({ IDPERSONNEL: 'camille' }))
    expect(forged.status).toBe(422)
    expect((await camille.get('/filtres')).list).toHaveLength(1)
  })
})
