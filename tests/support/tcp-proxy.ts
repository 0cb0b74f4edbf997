import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A loopback proxy for any TCP protocol. Its connections can fall silent, as when the host behind it vanishes. */
export interface TcpProxy {
  port: number
  /** Rewrites a URL so that it goes through the proxy. */
  through(url: string): string
  /** Open connections carry no more bytes and do not close. New connections work. */
  freeze(): void
  /** New connections get no answer either. */
  freezeAll(): void
  close(): Promise<void>
}

/** @param targetPort port on the loopback address */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  const sockets = new Set<Socket>()
  let silent = false
  const server = createServer((near) => {
    const far = connect(targetPort, '127.0.0.1')
    const pair = [near, far] as const
    pairs.add(pair)
    for (const [one, other] of [pair, [far, near] as const]) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        pairs.delete(pair)
        // A frozen connection does not forward its end to the other side either.
        if (!one.isPaused()) other.destroy()
      })
    }
    if (silent) stop(pair)
    else {
      near.pipe(far)
      far.pipe(near)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const freeze = (): void => {
    for (const pair of pairs) stop(pair)
  }
  return {
    port,
    through: (url) => {
      const there = new URL(url)
      there.host = `127.0.0.1:${port}`
      return there.href
    },
    freeze,
    freezeAll: () => {
      silent = true
      freeze()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function stop(pair: readonly [Socket, Socket]): void {
  for (const socket of pair) {
    socket.unpipe()
    socket.pause()
  }
}
