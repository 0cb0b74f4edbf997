import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { OutboundAnswer, OutboundRequest } from '../http/outbound.ts'
import { der } from './timestamp.ts'
import { timestampHeads } from './timestamp-heads.ts'

const DAY = { at: '2026-11-24T06:00:00.000Z', all: ['première', 'deuxième'], changed: [] }
const NEXT_DAY = { ...DAY, at: '2026-11-25T06:00:00.000Z' }

/** TimeStampResp around what the query asked: the stand-in signs nothing, which no code of ours reads. */
const granted = (query: Uint8Array, status = 0): Buffer =>
  der(0x30, der(0x30, der(0x02, Buffer.from([status]))), der(0x30, query))

/** An authority that the test controls. */
function authority(answer: (query: Uint8Array) => Buffer, status = 200) {
  const asked: OutboundRequest[] = []
  const send = async (request: OutboundRequest): Promise<OutboundAnswer> => {
    asked.push(request)
    return { status, headers: {}, body: answer(request.body as Uint8Array) }
  }
  const folder = mkdtempSync(join(tmpdir(), 'lolapp-stamps-'))
  return { port: timestampHeads({ url: 'https://tsa.example/tsr', folder }, send), folder, asked }
}

it('[SPA-04] keeps one stamp a day, with the lines that it stamps', async () => {
  const { port, folder, asked } = authority((query) => granted(query))
  await port.keep({ ...DAY, all: [] })
  expect(asked).toEqual([])
  await port.keep(DAY)
  await port.keep({ ...DAY, all: ['une autre'] })
  await port.keep(NEXT_DAY)
  expect(asked).toHaveLength(2)
  expect(asked[0]).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/timestamp-query' } })
  // Each has a nonce of its own.
  expect(asked[0]?.body).not.toEqual(asked[1]?.body)
  expect(readdirSync(folder).sort()).toEqual(['2026-11-24.tsr', '2026-11-24.txt', '2026-11-25.tsr', '2026-11-25.txt'])
  expect(readFileSync(join(folder, '2026-11-24.txt'), 'utf8')).toBe('première\ndeuxième\n')
  expect(readFileSync(join(folder, '2026-11-24.tsr'))).toEqual(granted(asked[0]?.body as Uint8Array))
})

it.each<[string, (query: Uint8Array, former: Uint8Array) => Buffer, number]>([
  ['a refusal', (query) => granted(query, 2), 200],
  ['an error page', (query) => granted(query), 503],
  ['a page that is no answer', () => Buffer.from('<html>'), 200],
  ['a cut answer', (query) => granted(query).subarray(0, 20), 200],
  ['the answer to an earlier query', (_query, former) => granted(former), 200],
])('[SPA-04] [SEC] takes no stamp from %s, and asks again', async (_title, answer, status) => {
  const earlier = authority((query) => granted(query))
  await earlier.port.keep(DAY)
  const { port, folder, asked } = authority((query) => answer(query, earlier.asked[0]?.body as Uint8Array), status)
  for (const tries of [1, 2]) {
    await expect(port.keep(DAY)).rejects.toThrow('réponse refusée')
    expect(asked).toHaveLength(tries)
  }
  expect(readdirSync(folder)).toEqual([])
})
