import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { encodeCheckpoint, HEADER } from '../../schemas/protocol.ts'
import { idOf, type Maker, makeClient, makeRdv } from './records.ts'

/**
 * Serves ready-made bytes for the first-sync bench, so that what is measured is the device: the product's pull pages, and the same records as a
 * read-only CouchDB for PouchDB (its best case: revisions known, nothing to compute).
 */
export interface Feed {
  url: string
  close: () => Promise<void>
}

const REV = `1-${'a'.repeat(32)}`

/** @param count records of each kind at most; 0 serves the folder's files only */
export async function startFeed(folder: string, count: number): Promise<Feed> {
  const make = (maker: Maker): string[] => Array.from({ length: count }, (_, i) => JSON.stringify(maker(i)))
  const docs = { clients: make(makeClient), rdvs: make(makeRdv) }
  const server = createServer(
    (request, response) => void answer({ request, response, docs, folder }).catch(() => response.destroy()),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

interface Ask {
  request: IncomingMessage
  response: ServerResponse
  docs: { clients: string[]; rdvs: string[] }
  folder: string
}

const json = (response: ServerResponse, body: string, headers: Record<string, string> = {}): void => {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

async function answer({ request, response, docs, folder }: Ask): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://feed')
  const couch = /^\/couch-(\d+)(\/.*)?$/.exec(url.pathname)
  if (couch)
    return answerCouch(
      { request, response, docs, folder },
      { n: Number(couch[1]), path: couch[2] ?? '/', query: url.searchParams },
    )
  const pull = /^\/api-(\d+)\/(clients|rdvs)$/.exec(url.pathname)
  if (pull) {
    const all = docs[pull[2] as keyof typeof docs]
    const n = Math.min(Number(pull[1]), all.length)
    const from = Number(url.searchParams.get('since')?.split('~')[1] ?? 0)
    const to = Math.min(n, from + Number(url.searchParams.get('limit') ?? 1000))
    const rows = all.slice(from, to).map((doc, i) => `${doc.slice(0, -1)},"_deleted":false,"_seq":${from + i + 1}}`)
    const checkpoint = encodeCheckpoint({ epoch: 'bench', seq: to, start: n, scope: 's' })
    return json(response, `{"data":[${rows.join(',')}],"checkpoint":"${checkpoint}","complete":${to === n}}`, {
      [HEADER.epoch]: 'bench',
    })
  }
  const file = url.pathname === '/' ? 'index.html' : url.pathname.slice(1)
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
  if (hop(url, request, response)) return
  const content = await readFile(join(folder, file)).catch(() => null)
  if (content === null) return void response.writeHead(404).end()
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(content)
}

/** The four read calls of the CouchDB replication protocol. */
async function answerCouch(
  { request, response, docs }: Ask,
  { n, path, query }: { n: number; path: string; query: URLSearchParams },
): Promise<void> {
  if (path === '/')
    return json(response, JSON.stringify({ db_name: 'couch', update_seq: n, doc_count: n, instance_start_time: '0' }))
  if (path.startsWith('/_local/')) {
    if (request.method === 'PUT') {
      await bodyOf(request)
      return json(response, JSON.stringify({ ok: true, id: path.slice(1), rev: '0-1' }))
    }
    return void response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not_found"}')
  }
  if (path === '/_changes') {
    await bodyOf(request)
    const since = Number(query.get('since') ?? 0)
    const to = Math.min(n, since + Number(query.get('limit') ?? 25))
    const results = Array.from({ length: to - since }, (_, i) => ({
      seq: since + i + 1,
      id: idOf(since + i),
      changes: [{ rev: REV }],
    }))
    return json(response, JSON.stringify({ results, last_seq: to, pending: n - to }))
  }
  if (path === '/_bulk_get') {
    const { docs: asked } = JSON.parse(await bodyOf(request)) as { docs: { id: string }[] }
    const results = asked.map(({ id }) => {
      const doc = docs.clients[Number(id.slice(-12))] ?? '{}'
      const revisions = `"_id":"${id}","_rev":"${REV}","_revisions":{"start":1,"ids":["${'a'.repeat(32)}"]}`
      return `{"id":"${id}","docs":[{"ok":{${revisions},${doc.slice(1)}}]}`
    })
    return json(response, `{"results":[${results.join(',')}]}`)
  }
  response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not_found"}')
}

const listeners = new Set<ServerResponse>()

/** Least cost of « visible on another device »: a write that is answered at once and sent to every open stream. */
function hop(url: URL, request: IncomingMessage, response: ServerResponse): boolean {
  if (url.pathname === '/hops') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n')
    listeners.add(response)
    request.once('close', () => listeners.delete(response))
    return true
  }
  if (url.pathname !== '/hop') return false
  for (const listener of listeners) listener.write('data: 1\n\n')
  json(response, '{}')
  return true
}
