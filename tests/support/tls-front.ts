import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { selfSigned } from './certificate.ts'

/** An https front for the server, as in production, because a browser behaves differently over http. */
export interface TlsFront {
  port: number
  close: () => Promise<void>
}

/** While nothing listens on `port`, a connection ends at once, as with a stopped server. */
export async function openTlsFront(port: number, host: string): Promise<TlsFront> {
  const open = new Set<TLSSocket>()
  const server = createServer(selfSigned(host), (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    const there = connect(port, '127.0.0.1')
    // An error at one end closes the other end.
    const end = (): void => {
      socket.destroy()
      there.destroy()
    }
    for (const one of [socket, there]) one.on('error', end).on('close', end)
    socket.pipe(there).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
