import type { Reply, Transport } from './transport.ts'

/** A call that a tab makes too: at a login, in the moment of its answer, long before there is a local database or a worker (PULL-8). */
export interface Asking {
  transport: Transport
  signal: AbortSignal
}

/** Asks for the first screen's records (PULL-8). */
export const askBootstrap = ({ transport, signal }: Asking): Promise<Reply> =>
  transport.call({ method: 'GET', path: '/sync/bootstrap', signal })
