import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HEADER } from '../../../schemas/protocol.ts'
import { openLocalData, startReplication } from '../database/local-data.ts'
import { reportBeforeLogout } from './report-before-logout.ts'

interface Asked {
  url: string
  init: RequestInit & { headers: Record<string, string> }
}

const VERSION = '2026-11-20T08:00:00.000Z'
const identity = { companyId: 'demo', account: 'personnel:camille', impersonator: '' }
const credentials = { identity, token: 'jeton-de-camille', base: 'https://demo.example.com/api' }

let asked: Asked[]
let answer: () => Promise<Response>

beforeEach(() => {
  asked = []
  answer = async () => new Response(null, { status: 204, headers: { [HEADER.epoch]: 'e' } })
  const stored = new Map<string, string>()
  vi.stubGlobal('__BUILD_DATE__', VERSION)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal(
    'Worker',
    class {
      postMessage = (): void => undefined
    },
  )
  vi.stubGlobal('fetch', (url: string, init: Asked['init']) => {
    asked.push({ url, init })
    return answer()
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('before a logout', () => {
  it('[WORK-7] [AUT-08] the server learns what stays on the device, in the name of the person who logs out', async () => {
    const { commands } = await openLocalData(identity)
    startReplication(credentials)
    await commands.create('client', { NOM: 'Gardé' }, { skipDuplicateCheck: true })
    await reportBeforeLogout(credentials.token)
    const [report, ...more] = asked
    expect(more).toEqual([])
    expect([report?.init.method, report?.url]).toEqual(['PUT', 'https://demo.example.com/api/sync/device'])
    expect(report?.init.headers).toMatchObject({
      authorization: 'Bearer jeton-de-camille',
      [HEADER.account]: 'personnel:camille',
      [HEADER.company]: 'demo',
      [HEADER.device]: expect.stringMatching(/^[\w-]{36}$/) as unknown,
    })
    const body = JSON.parse(String(report?.init.body)) as unknown
    expect(body).toMatchObject({ pending: 1, refused: 0, files: 0, complete: false, version: VERSION })
  })

  it('[WORK-7] [SEC] nothing is sent with another session’s token, nor for a person whom an administrator impersonates', async () => {
    await openLocalData(identity)
    startReplication(credentials)
    await reportBeforeLogout('jeton-de-colin')
    startReplication({ ...credentials, identity: { ...identity, impersonator: 'admin:root' } })
    await reportBeforeLogout(credentials.token)
    expect(asked).toEqual([])
  })

  it('[WORK-7] a server that does not answer does not delay the logout', async () => {
    await openLocalData(identity)
    startReplication(credentials)
    answer = () => new Promise(() => undefined)
    await reportBeforeLogout(credentials.token)
    expect(asked).toHaveLength(1)
  })
})
