import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ProviderRequest {
  method: string
  /** Path and query, as they came. */
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface ProviderAnswer {
  status: number
  body?: string | Buffer
  headers?: Record<string, string>
}

export interface HttpProvider {
  /** `http://127.0.0.1:<port>` */
  origin: string
  requests: ProviderRequest[]
  close(): Promise<void>
}

/**
 * A provider's HTTP server on this machine. `answer` null: the connection is cut once the request has been read, like a provider that
 * dies while it handles the request.
 */
export async function httpProvider(
  answer: (request: ProviderRequest) => ProviderAnswer | null | Promise<ProviderAnswer | null>,
): Promise<HttpProvider> {
  const requests: ProviderRequest[] = []
  const server: Server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const request = {
      method: incoming.method ?? '',
      url: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks),
    }
    requests.push(request)
    const given = await answer(request)
    if (given === null) incoming.socket.destroy()
    else outgoing.writeHead(given.status, given.headers).end(given.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
