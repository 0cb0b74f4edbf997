import { expect, it } from 'vitest'
import { messagePage } from '../../server/messages/message-rows.ts'
import { describeContract } from '../support/contract.ts'
import { plant } from '../support/staffed-company.ts'

describeContract('lists that are longer than one answer', (server) => {
  it('[DAY-03 complete] (api lists) a plain list says where it goes on, until its last record', async () => {
    const company = await server().company()
    await server().db.inTenant(company.id, async (tx) => {
      for (let n = 0; n < 25; n++) await plant(tx, 'client', { IDCLIENT: `suite-${n}`, NOM: `Suite ${n}` })
    })
    const marc = company.as('marc')
    const found: unknown[] = []
    let path: string | undefined = '/clients?NOM=&limit=10'
    const sizes: number[] = []
    while (path !== undefined) {
      const { list, headers, status } = await marc.get(path)
      expect(status).toBe(200)
      found.push(...list.map((one) => one.IDCLIENT))
      sizes.push(list.length)
      const next: RegExpExecArray | null = /^<(\?[^>]*)>; rel="next"$/.exec(String(headers.link ?? ''))
      path = next ? `/clients${next[1]}` : undefined
    }
    expect(sizes).toEqual([10, 10, 5])
    expect(new Set(found).size).toBe(25)
  })

  it('[DAY-03 complete] (api lists) a project is shown with all its appointments', async () => {
    const company = await server().company()
    await server().db.inTenant(company.id, async (tx) => {
      await plant(tx, 'client', { IDCLIENT: 'c', NOM: 'Martin' })
      await plant(tx, 'projet', { IDPROJET: 'p', IDCLIENT: 'c', IDAGENCE: 'lyon' })
      for (let n = 0; n < 510; n++)
        await plant(tx, 'rdv', {
          IDRDV: `r-${n}`,
          IDPROJET: 'p',
          RDV_DEBUT: '2026-11-20 09:00',
          RDV_FIN: '2026-11-20 10:00',
        })
    })
    const { data } = await company.as('zoe').get('/projets/p')
    expect(data.RDVS).toHaveLength(510)
  })

  it('[DAY-03 complete] (admin lists) messages are paged, with the number of all of them', async () => {
    const company = await server().company()
    await server().db.inTenant(company.id, (tx) =>
      tx
        .insertInto('message')
        .values(
          Array.from({ length: 7 }, (_, n) => ({
            id: `m-${n}`,
            key: `m-${n}`,
            company_id: company.id,
            channel: 'sms' as const,
            recipient: '0639980001',
            payload: JSON.stringify({ text: `${n}` }),
          })) as never,
        )
        .execute(),
    )
    const page = (number: number) =>
      server().db.inTenant(company.id, (tx) => messagePage(tx, { companyId: company.id, limit: 3, page: number }))
    const pages = [await page(1), await page(2), await page(3)]
    expect(pages.map(({ data, total }) => [data.length, total])).toEqual([
      [3, 7],
      [3, 7],
      [1, 7],
    ])
    expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(7)
  })
})
