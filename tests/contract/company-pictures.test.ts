import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { adminCaller } from '../support/admin-caller.ts'
import { type Answer, answerOf, type ContractApp, describeContract } from '../support/contract.ts'
import { newDevis, newProjet } from '../support/contract-records.ts'
import { pdf, png } from '../support/sample-files.ts'

interface Put {
  headers: Record<string, string>
  path: string
  bytes: Buffer
}

const put = async ({ app }: ContractApp, { headers, path, bytes }: Put): Promise<Answer> =>
  answerOf(
    await app.inject({
      method: 'PUT',
      url: `/api/admin/company/${path}`,
      payload: bytes,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
    }),
  )

describeContract('how a company looks', (server) => {
  it('[TEN-02] [ADM-01] everybody may read its logo at an address of its own, and its quotes show it', async () => {
    const company = await server().company()
    const { headers } = await adminCaller(server().app, server().db)
    const camille = company.as('camille')
    const devis = await newDevis(camille, await newProjet(camille))
    const paper = () =>
      server().app.inject({
        url: `/api/devis/${String(devis.IDDEVIS)}/pdf`,
        headers: { authorization: `Bearer ${camille.token}` },
      })
    const images = async (): Promise<number> =>
      (await paper()).rawPayload.toString('latin1').match(/\/Subtype\s*\/Image/g)?.length ?? 0
    expect(await images()).toBe(0)

    const bytes = png('logo', 60)
    const hung = await put(server(), { headers, path: `${company.id}/pictures/logo`, bytes })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect([hung.status, hung.data.url]).toEqual([200, `/api/company/${company.id}/pictures/${sha256}`])
    expect(answerOf(await server().app.inject(`/api/company/${company.id}`)).data.LOGO).toBe(hung.data.url)
    const shown = await server().app.inject(String(hung.data.url))
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png'])
    expect(shown.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(Buffer.compare(shown.rawPayload, bytes)).toBe(0)
    expect(await images()).toBeGreaterThan(0)
    expect(Buffer.compare((await paper()).rawPayload, (await paper()).rawPayload)).toBe(0)
  })

  it('deletes a picture that is no longer used', async () => {
    const company = await server().company()
    const { headers } = await adminCaller(server().app, server().db)
    const hang = (kind: string, bytes: Buffer) =>
      put(server(), { headers, path: `${company.id}/pictures/${kind}`, bytes })
    const first = String((await hang('logo', png('first'))).data.url)
    await hang('background', png('first'))
    await hang('logo', png('second'))
    expect((await server().app.inject(first)).statusCode).toBe(200)
    await hang('background', png('third'))
    expect((await server().app.inject(first)).statusCode).toBe(404)
  })

  it('[SEC] takes only a readable PNG or JPEG of a reasonable size, and only from its own company', async () => {
    const [company, other] = [await server().company(), await server().company()]
    const { headers } = await adminCaller(server().app, server().db)
    const wide = png()
    wide.writeUInt32BE(60_000, 16)
    const broken = Buffer.concat([png().subarray(0, 40), Buffer.from('IEND')])
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    for (const bytes of [svg, pdf(), wide, broken, png('nine millions of pixels', 3000), Buffer.alloc(0)]) {
      const refused = await put(server(), { headers, path: `${company.id}/pictures/logo`, bytes })
      expect([refused.status, refused.code]).toEqual([422, 'VALIDATION_ERROR'])
    }
    const heavy = Buffer.concat([png(), Buffer.alloc(1024 * 1024)])
    expect((await put(server(), { headers, path: `${company.id}/pictures/logo`, bytes: heavy })).status).toBe(413)
    expect((await put(server(), { headers, path: 'personne/pictures/logo', bytes: png() })).status).toBe(404)
    expect((await put(server(), { headers, path: `${company.id}/pictures/autre`, bytes: png() })).status).toBe(422)
    const mine = String(
      (await put(server(), { headers, path: `${company.id}/pictures/logo`, bytes: png('mine') })).data.url,
    )
    expect((await server().app.inject(mine.replace(company.id, other.id))).statusCode).toBe(404)
    const staff = { authorization: `Bearer ${company.as('diane').token}` }
    expect((await put(server(), { headers: staff, path: `${company.id}/pictures/logo`, bytes: png() })).status).toBe(
      403,
    )
  })

  it('[SEC] an upload that is cut gets a clear message and no 500', async () => {
    const company = await server().company()
    const payload = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf'
    const cut = await server().app.inject({
      method: 'POST',
      url: '/api/drive/upload',
      payload,
      headers: {
        authorization: `Bearer ${company.as('camille').token}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
    })
    expect([cut.statusCode, answerOf(cut).body.message]).toEqual([
      400,
      "L'envoi du fichier est incomplet : recommencez.",
    ])
  })
})
