import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { handle } from './fault-exchange.ts'
import { ArmedFault, type Fault, type FaultRule, strikingFault } from './faults.ts'

/**
 * A loopback HTTP proxy between a client and the server, which causes network faults on command. Each fault
 * counts how often it fired, so that a test can prove that it happened. All other requests pass unchanged, the
 * Host header (which names the company) and event streams included.
 */

export interface FaultProxy {
  port: number
  /** On the loopback address; with a company's host name use `urlFor`. */
  url: string
  /** @param host first label of the host, for example `demo` */
  urlFor(host: string): string
  add(rule: FaultRule): Fault
  /** Removes every fault. */
  clear(): void
  /** Ends every connection and refuses new ones, until `reconnect`. Counts as the network being off. */
  disconnect(): void
  reconnect(): void
  /** Requests that reached the server's side, as `METHOD /path`, in order. */
  readonly forwarded: readonly string[]
  close(): Promise<void>
}

/** @param targetPort port of the server on the loopback address */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const faults = new Set<ArmedFault>()
  const sockets = new Set<Socket>()
  const forwarded: string[] = []
  let connected = true

  const server = createServer((incoming, response) => {
    handle({ incoming, response, targetPort, forwarded, fault: strikingFault(faults, incoming) }).catch(() => {
      response.destroy()
    })
  })
  server.on('connection', (socket) => {
    if (!connected) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const endConnections = () => {
    for (const socket of sockets) socket.destroy()
  }

  return {
    port,
    url: `http://127.0.0.1:${port}`,
    urlFor: (host) => `http://${host}.localhost:${port}`,
    add(rule) {
      const fault = new ArmedFault(rule, () => faults.delete(fault))
      faults.add(fault)
      return fault
    },
    clear: () => faults.clear(),
    disconnect() {
      connected = false
      endConnections()
    },
    reconnect() {
      connected = true
    },
    forwarded,
    close() {
      connected = false
      endConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
