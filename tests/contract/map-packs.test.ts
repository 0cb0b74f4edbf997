import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../server/plugins/database/database.ts'
import { callerOf } from '../support/contract.ts'
import { embeddedDatabase } from '../support/engines.ts'
import { makeMapPack } from '../support/map-pack.ts'
import { staffedCompany } from '../support/staffed-company.ts'
import { testApp } from '../support/test-app.ts'

/** The maps that devices keep. They use no row of the database, so one engine is enough. */
describe('detailed maps to keep on the device', () => {
  const bytes = makeMapPack({ middle: { LATITUDE: 47.2, LONGITUDE: -1.5 } })
  const path = `/cartes/${encodeURIComponent('44 Loire-Atlantique')}`
  let db: Database
  let app: FastifyInstance
  let root: string
  let folder: string
  let get: ReturnType<typeof callerOf>['get']
  let headers: Record<string, string>
  let version: string

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'lolapp-cartes-'))
    folder = join(root, 'cartes')
    await mkdir(folder)
    await writeFile(join(root, 'secret.pmtiles'), 'secret')
    await writeFile(join(folder, '44 Loire-Atlantique.pmtiles'), bytes)
    db = await embeddedDatabase()
    app = await testApp(db, { mapPacksDir: folder })
    const { id: companyId } = await staffedCompany(db)
    const { token } = await app.sessions.open({ kind: 'personnel', accountId: 'theo', companyId, deviceId: null })
    get = callerOf(app, token).get
    headers = { authorization: `Bearer ${token}` }
    const { status, list } = await get('/cartes')
    expect(status).toBe(200)
    expect(list).toEqual([{ NOM: '44 Loire-Atlantique', TAILLE: bytes.length, VERSION: expect.any(String) }])
    version = String(list[0]?.VERSION)
  })
  afterAll(async () => {
    await app.close()
    await db.close()
    await rm(root, { recursive: true, force: true })
  })

  const part = (more: Record<string, string>) =>
    app.inject({ url: `/api${path}`, headers: { ...headers, 'accept-encoding': 'br, gzip', ...more } })

  it('[GEO-06] the whole, named by its ETag, as it is', async () => {
    const whole = await part({})
    expect(whole.statusCode).toBe(200)
    expect(whole.headers).toMatchObject({
      etag: `"${version}"`,
      'accept-ranges': 'bytes',
      'content-length': String(bytes.length),
      'cache-control': 'no-store',
    })
    expect(whole.headers['content-encoding']).toBeUndefined()
    expect(whole.rawPayload.equals(bytes)).toBe(true)
    expect((await part({ 'if-none-match': `"${version}"` })).statusCode).toBe(304)
  })

  it('[GEO-06] the rest of an interrupted download, unless the file has changed', async () => {
    const rest = await part({ range: 'bytes=100-', 'if-range': `"${version}"` })
    expect([rest.statusCode, rest.headers['content-range']]).toEqual([
      206,
      `bytes 100-${bytes.length - 1}/${bytes.length}`,
    ])
    expect(rest.rawPayload.equals(bytes.subarray(100))).toBe(true)
    const other = await part({ range: 'bytes=100-', 'if-range': '"autre"' })
    expect([other.statusCode, other.rawPayload.length]).toEqual([200, bytes.length])
    const beyond = await part({ range: `bytes=${bytes.length}-` })
    expect([beyond.statusCode, beyond.headers['content-range'], beyond.json().code]).toEqual([
      416,
      `bytes */${bytes.length}`,
      'RANGE_NOT_SATISFIABLE',
    ])
  })

  it('[SEC] [AUT-10] are for the staff only, and no other file of the folder is served', async () => {
    expect((await app.inject('/api/cartes')).statusCode).toBe(401)
    expect((await app.inject(`/api${path}`)).statusCode).toBe(401)
    for (const name of ['..%2Fsecret', '..%2F..%2Fetc%2Fpasswd', '%2e%2e', '45%20Loiret'])
      expect((await get(`/cartes/${name}`)).status, name).toBe(404)
  })

  it('[GEO-06] none where the operator offers none', async () => {
    const bare = await testApp(db)
    const answer = await bare.inject({ url: '/api/cartes', headers })
    expect([answer.statusCode, answer.json()]).toEqual([200, { data: [] }])
    expect((await bare.inject({ url: `/api${path}`, headers })).statusCode).toBe(404)
    await bare.close()
  })
})
