import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { deflateSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { STREAM_BUDGET } from '../../server/routes/sync/stream.ts'
import { accessCast, type Caller, type Cast } from '../support/access/cast.ts'
import { describeEngines } from '../support/engines.ts'
import type { Call } from '../support/other-process/jobs.ts'
import { type OtherCaller, openCaller } from '../support/other-process/open-caller.ts'
import { chunk } from '../support/sample-files.ts'
import { slowness } from '../support/slowness.ts'
import { testApp } from '../support/test-app.ts'

/** Bodies per run; the whole proof is 10,000. */
const BODIES = Number(process.env.HOSTILE_BODIES ?? 300)
const SEED = Number(process.env.HOSTILE_SEED ?? Math.floor(Math.random() * 1e9))
/** Longest time that one request may hold the server while another person waits, on an ordinary machine. */
const STALL_MS = 200
const NS_PER_MS = 1e6
/** Number of the attacker's parallel requests, and of requests in a batch. */
const [AT_ONCE, BATCH] = [8, 50]
/** How often a batch that made others wait is sent again. */
const AGAIN = 2

/** mulberry32 */
function drawing(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * most)
  }
}

interface Hostile {
  name: string
  type: string
  body: Buffer
  headers?: Record<string, string>
}

/** A PNG that declares a size and holds this many zero bytes, compressed to almost none. */
function bomb(side: number, unpacked: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 6], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(unpacked), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Compressed once, because making them would be the work of the attacker's machine. */
const BOMBS = [
  bomb(4000, 4000 * 16_001),
  bomb(3999, 20),
  bomb(1400, 1400 * 5601),
  bomb(65_000, 1000),
  bomb(1, 30_000_000),
]
const LARGE = 900_000
const SIGNED = { method: 'POST', url: '/api/intervention/:id/pdf' }
const PICTURE = { method: 'PUT', url: '/api/admin/company/:id/pictures/logo' }
/** It reads no body and copies the whole database, which on the embedded engine makes others wait: work that an administrator asks for. */
const OWN_WORK = new Set(['/api/admin/backups'])
const json = (name: string, text: string): Hostile => ({ name, type: 'application/json', body: Buffer.from(text) })

const KINDS: readonly ((draw: (most: number) => number) => Hostile)[] = [
  (draw) => json('lists in lists', '['.repeat(1 + draw(LARGE)) + ']'.repeat(draw(1000))),
  (draw) => {
    const depth = 1 + draw(150_000)
    return json('objects in objects', `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
  },
  (draw) => {
    const depth = 1 + draw(50_000)
    return json('constructors', `${'{"constructor":'.repeat(depth)}1${'}'.repeat(depth)}`)
  },
  (draw) => json('many values', `[${'{},'.repeat(draw(LARGE / 3))}{}]`),
  (draw) => json('many names', `{${Array.from({ length: draw(60_000) }, (_, n) => `"k${n}":1`).join(',')}}`),
  (draw) => json('one long text', JSON.stringify({ NOM: 'é'.repeat(draw(LARGE / 2)), MAIL: 'a'.repeat(draw(1000)) })),
  (draw) => json('one long number', `{"NOM":${'9'.repeat(1 + draw(LARGE))}}`),
  (draw) => json('backslashes', `{"NOM":"${'\\'.repeat(draw(LARGE))}`),
  (draw) => json('too large', ' '.repeat(1_048_577 + draw(100_000))),
  (draw) => json('half a body', JSON.stringify({ NOM: 'a'.repeat(100), LIGNES: [1, 2] }).slice(0, 1 + draw(60))),
  (draw) => ({ ...json('other bytes', ''), body: Buffer.from(Array.from({ length: 1 + draw(500) }, () => draw(256))) }),
  () => ({ ...json('UTF-16', ''), body: Buffer.from('{"NOM":"é"}', 'utf16le') }),
  (draw) => ({
    ...json('said to be packed', '{"NOM":"a"}'),
    headers: { 'content-encoding': ['gzip', 'br', 'deflate', 'zstd', 'x'][draw(5)] ?? 'gzip' },
  }),
  (draw) => ({
    ...json('declared in another charset', '{"NOM":"a"}'),
    type: `application/json; charset=${['utf-7', 'utf-16', 'ebcdic', 'x'.repeat(2000)][draw(4)]}`,
  }),
  (draw) => ({
    name: 'another type',
    type: ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'x/y', ';'][draw(5)] ?? ';',
    body: Buffer.alloc(draw(10_000), 'a='),
  }),
  (draw) => ({
    name: 'a form without end',
    type: 'multipart/form-data; boundary=x',
    body: Buffer.from('--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n'.repeat(1 + draw(2000))),
  }),
  (draw) => ({
    name: 'a picture that is a decompression bomb',
    type: 'application/octet-stream',
    body: BOMBS[draw(BOMBS.length)] ?? Buffer.alloc(0),
  }),
  (draw) => {
    const SIGNATURE = `data:image/png;base64,${(BOMBS[draw(BOMBS.length)] ?? Buffer.alloc(0)).toString('base64')}`
    return json(
      'a signature that is a decompression bomb',
      JSON.stringify({ NOM_SIGNATAIRE: 'Marie', SIGNATURE, LEVEE: draw(2) === 1 }),
    )
  },
]

describeEngines('hostile bodies', (db) => {
  let app: FastifyInstance
  let cast: Cast
  let port: number
  const tokens = new Map<string, string>()
  /** Processes of their own, because their work must not count as the server's. */
  let attacker: OtherCaller
  let bystander: OtherCaller

  beforeAll(async () => {
    app = await testApp(db(), { rateLimit: 10_000_000, trustProxy: ['127.0.0.1'] })
    cast = await accessCast(app, db())
    for (const name of ['commercial_director', 'client', 'administrateur', 'assistant']) {
      const caller = cast.callers.find((one) => one.name === name) as Caller
      tokens.set(name, (await caller.token()) ?? '')
    }
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.address() as AddressInfo).port
    attacker = await openCaller()
    bystander = await openCaller()
  })
  afterAll(async () => {
    await attacker?.close()
    await bystander?.close()
    await app.close()
  })

  let address = 0
  /** Each call has an address of its own, so that no limit by address stops it. */
  const callOf = (
    caller: string,
    { method, path, type = '', body, headers = {} }: Partial<Hostile> & { method: string; path: string },
  ): Call => {
    address += 1
    return {
      method,
      path,
      headers: {
        authorization: `Bearer ${tokens.get(caller)}`,
        'x-forwarded-for': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
        ...(body ? { 'content-type': type } : {}),
        ...headers,
      },
      ...(body ? { body } : {}),
    }
  }

  const alive = async (name: string): Promise<boolean> => (await app.sessions.actorOf(tokens.get(name) ?? '')) !== null

  it(`[SEC] ${BODIES} of them (seed ${SEED}): no 500, and no long wait for others`, async () => {
    const draw = drawing(SEED)
    const targets = app.declaredRoutes.filter(
      ({ method, url }) =>
        ['POST', 'PUT'].includes(method) && url.startsWith('/api/') && !url.endsWith('/logout') && !OWN_WORK.has(url),
    )
    const faults: string[] = []
    const prepare = (): Hostile & { caller: string; method: string; path: string; route: string } => {
      const made = (KINDS[draw(KINDS.length)] as (typeof KINDS)[number])(draw)
      // Routes that read pictures get more of the bodies.
      const drawn = targets[draw(targets.length)] as (typeof targets)[number]
      const read = made.type === 'application/json' ? SIGNED : PICTURE
      const { method, url } = draw(3) === 0 ? read : drawn
      const id = url.includes('/admin/') ? cast.a : url.includes('intervention') ? 'intervention-marque' : 'x'
      const path = url.replace(':id', id).replace(/:\w+/g, 'x')
      const caller = url.includes('/admin/') ? 'administrateur' : (['commercial_director', 'client'][draw(2)] as string)
      return { ...made, caller, method, path, route: url }
    }
    const loop = monitorEventLoopDelay({ resolution: 5 })
    /** The longest wait of another person while these are sent. */
    const play = async (batch: ReturnType<typeof prepare>[]): Promise<number> => {
      const calls = batch.map((one) => callOf(one.caller, one))
      await attacker.load(calls)
      loop.reset()
      loop.enable()
      const stop = bystander.watch(port, callOf('assistant', { method: 'GET', path: '/api/labels' }))
      const statuses = await attacker.send(port, AT_ONCE)
      for (const [at, { name, method, route }] of batch.entries())
        if ((statuses[at] ?? 500) >= 500) faults.push(`${name} · ${method} ${route}: ${statuses[at]}`)
      return stop()
    }
    /** The same number of bodies of the same size without a trap: the time that this machine needs now, with its other work. */
    const plain = (): ReturnType<typeof prepare> => ({
      ...json('a long text', JSON.stringify({ NOM: 'a'.repeat(LARGE) })),
      caller: 'commercial_director',
      method: 'POST',
      path: '/api/clients',
      route: '/api/clients',
    })
    /** Longest wait of the other person, and longest turn of the server's loop: this process runs the server. */
    interface Longest {
      wait: number
      turn: number
    }
    const measure = async (batch: ReturnType<typeof prepare>[]): Promise<Longest> => {
      const wait = await play(batch)
      loop.disable()
      return { wait, turn: loop.max / NS_PER_MS }
    }
    const most = (one: Longest, two: Longest): Longest => ({
      wait: Math.max(one.wait, two.wait),
      turn: Math.max(one.turn, two.turn),
    })
    const least = (one: Longest, two: Longest): Longest => ({
      wait: Math.min(one.wait, two.wait),
      turn: Math.min(one.turn, two.turn),
    })
    let worst: Longest = { wait: 0, turn: 0 }
    let harmless = worst
    let factor = slowness()
    /** Whether these made others wait longer than harmless bodies do and one request may. */
    const tooLong = ({ wait, turn }: Longest): boolean =>
      wait >= STALL_MS * factor + harmless.wait || turn >= STALL_MS * factor + harmless.turn
    for (let left = BODIES; left > 0; left -= BATCH) {
      harmless = most(harmless, await measure(Array.from({ length: AT_ONCE * 2 }, plain)))
      const batch = Array.from({ length: Math.min(BATCH, left) }, prepare)
      let held = await measure(batch)
      // A trap makes others wait each time that it is sent; another program of this machine does so once.
      for (let again = 0; again < AGAIN && tooLong(held); again++) {
        factor = Math.max(factor, slowness())
        held = least(held, await measure(batch))
      }
      worst = most(worst, held)
    }
    factor = Math.max(factor, slowness())
    // No attacker was logged out meanwhile, so every body was processed.
    for (const name of tokens.keys()) if (!(await alive(name))) faults.push(`${name} lost their session`)
    const told = ({ wait, turn }: Longest): string =>
      `attente ${wait.toFixed(0)} ms, serveur tenu ${turn.toFixed(0)} ms`
    console.log(
      `${BODIES} corps hostiles (graine ${SEED}) : au plus ${told(worst)} ; sans piège ${told(harmless)} (machine × ${factor.toFixed(1)})`,
    )
    expect(faults).toEqual([])
    // On a busy machine harmless bodies make others wait, too.
    expect(worst.turn).toBeGreaterThan(0)
    expect(tooLong(worst)).toBe(false)
  })

  it('[SEC] a signature of millions of pixels is refused by its header, one of screen size is accepted', async () => {
    const statuses: number[] = []
    for (const side of [4000, 1000]) {
      const SIGNATURE = bomb(side, side * (1 + side * 4)).toString('base64')
      const { body, type } = json('signature', JSON.stringify({ NOM_SIGNATAIRE: 'Marie', SIGNATURE }))
      const path = `/api/intervention/${await cast.plant('intervention')}/pdf`
      await attacker.load([callOf('commercial_director', { method: 'POST', path, body, type })])
      statuses.push(...(await attacker.send(port, 1)))
    }
    expect(statuses).toEqual([422, 201])
  })

  it('[SEC] a session has a limited number of streams; a new one ends the oldest', async () => {
    const controls: AbortController[] = []
    const open = async (): Promise<Response> => {
      const stop = new AbortController()
      controls.push(stop)
      const headers = { authorization: `Bearer ${tokens.get('commercial_director')}` }
      return fetch(`http://127.0.0.1:${port}/api/sync/stream`, { headers, signal: stop.signal })
    }
    const ended: number[] = []
    for (let n = 0; n < 300; n += 1) {
      const response = await open()
      expect(response.status).toBe(200)
      void response.text().then(
        () => ended.push(n),
        () => undefined,
      )
    }
    const most = 300 - STREAM_BUDGET.perSession
    await expect.poll(() => ended.length).toBe(most)
    expect([...ended].sort((a, b) => a - b)).toEqual(Array.from({ length: most }, (_, n) => n))
    for (const stop of controls) stop.abort()
  })
})
