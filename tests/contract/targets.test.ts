import { expect, it } from 'vitest'
import { describeContract } from '../support/contract.ts'

const TARGET = { id: 'objectif-1', IDPERSONNEL: 'camille', MOIS: '2026-11', MONTANT: 6_000_000, VENTES: 5 }

describeContract('targets', (server) => {
  it('[MGR-05 targets] [AUT-10] a director sets them; the office and the person read them, nobody else, and no other company', async () => {
    const [company, other] = [await server().company(), await server().company()]
    for (const name of ['camille', 'alice', 'marc', 'theo'] as const)
      expect([name, (await company.as(name).post('/objectifs', TARGET)).status]).toEqual([name, 403])
    expect((await company.as('diane').post('/objectifs', TARGET)).status).toBe(201)
    for (const name of ['diane', 'bruno', 'alice', 'zoe', 'camille'] as const)
      expect([name, (await company.as(name).get('/objectifs/objectif-1')).data]).toMatchObject([name, TARGET])
    for (const name of ['colin', 'marc', 'theo'] as const) {
      expect([name, (await company.as(name).get('/objectifs/objectif-1')).status]).toEqual([name, 404])
      expect((await company.as(name).get('/objectifs')).list).toEqual([])
      expect((await company.as(name).pull('/objectifs')).rows.filter(({ _deleted }) => _deleted !== true)).toEqual([])
    }
    expect((await company.as('camille').put('/objectifs/objectif-1', { MONTANT: 1 })).status).toBe(403)
    expect((await company.as('diane').del('/objectifs/objectif-1')).status).toBe(403)
    for (const name of ['diane', 'camille'] as const) {
      expect((await other.as(name).get('/objectifs/objectif-1')).status).toBe(404)
      expect((await other.as(name).pull('/objectifs')).rows).toEqual([])
    }
  })

  it('[MGR-05 targets] person and month never change; an amount of one director and a number of another are both kept', async () => {
    const company = await server().company()
    const [diane, bruno] = [company.as('diane'), company.as('bruno')]
    for (const wrong of [
      { MOIS: '2026-13' },
      { MOIS: '2026-1' },
      { MONTANT: -1 },
      { VENTES: 1.5 },
      { IDPERSONNEL: 'x' },
    ])
      expect([wrong, (await diane.post('/objectifs', { ...TARGET, ...wrong })).status]).toEqual([wrong, 422])
    await diane.post('/objectifs', TARGET)
    const base = { MONTANT: TARGET.MONTANT, VENTES: TARGET.VENTES }
    await diane.put('/objectifs/objectif-1', { MONTANT: 7_000_000 }, { base: { MONTANT: base.MONTANT }, seen: 1 })
    const merged = await bruno.put('/objectifs/objectif-1', { VENTES: 6 }, { base: { VENTES: base.VENTES }, seen: 1 })
    expect(merged.data).toMatchObject({ MONTANT: 7_000_000, VENTES: 6 })
    for (const moved of [{ MOIS: '2026-12' }, { IDPERSONNEL: 'colin' }])
      expect((await diane.put('/objectifs/objectif-1', moved)).status).toBe(422)
    // Taken back: the record stays, empty.
    const empty = await diane.put(
      '/objectifs/objectif-1',
      { MONTANT: null, VENTES: null },
      { base: { MONTANT: 7_000_000, VENTES: 6 } },
    )
    expect(empty.data).toMatchObject({ MONTANT: null, VENTES: null })
  })
})
