/**
 * Web Locks for tests in Node: exclusive and shared, queued in order, stolen, aborted. `clientOf` gives each tab its own client of the one manager
 * of a phone, as browsers do.
 */
export interface TestLocks {
  clientOf: (clientId: string) => LockManager
  /** Frees the locks of a tab that was closed or killed. */
  closed: (clientId: string) => void
}

type Callback = (lock: Lock | null) => unknown

interface Request {
  name: string
  mode: LockMode
  clientId: string
  callback: Callback
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

const aborted = (message: string): DOMException => new DOMException(message, 'AbortError')

export function createLocks(): TestLocks {
  let held: Request[] = []
  let queue: Request[] = []

  const isFree = ({ name, mode }: Request): boolean =>
    held.every((one) => one.name !== name || (one.mode === 'shared' && mode === 'shared'))

  const grant = (request: Request): void => {
    held.push(request)
    const release = (): void => {
      held = held.filter((one) => one !== request)
      serve(request.name)
    }
    void (async () => request.callback({ name: request.name, mode: request.mode }))()
      .finally(release)
      .then(request.resolve, request.reject)
  }

  /** Grants the next requests strictly in order. */
  const serve = (name: string): void => {
    for (;;) {
      const next = queue.find((one) => one.name === name)
      if (!next || !isFree(next)) return
      queue = queue.filter((one) => one !== next)
      grant(next)
    }
  }

  const ask = (request: Request, { steal, signal, ifAvailable }: LockOptions): void => {
    if (ifAvailable && !isFree(request)) {
      void (async () => request.callback(null))().then(request.resolve, request.reject)
      return
    }
    if (steal) {
      for (const robbed of held.filter((one) => one.name === request.name)) robbed.reject(aborted('stolen'))
      held = held.filter((one) => one.name !== request.name)
      grant(request)
      return
    }
    queue.push(request)
    signal?.addEventListener('abort', () => {
      if (!queue.includes(request)) return
      queue = queue.filter((one) => one !== request)
      request.reject(aborted('given up'))
    })
    serve(request.name)
  }

  const clientOf = (clientId: string) => ({
    request: (name: string, second: LockOptions | Callback, third?: Callback) => {
      const [options, callback] = typeof second === 'function' ? [{}, second] : [second, third as Callback]
      return new Promise((resolve, reject) => {
        ask({ name, mode: options.mode ?? 'exclusive', clientId, callback, resolve, reject }, options)
      })
    },
    query: async () => ({
      held: held.map(({ name, mode, clientId }) => ({ name, mode, clientId })),
      pending: queue.map(({ name, mode, clientId }) => ({ name, mode, clientId })),
    }),
  })
  const closed = (clientId: string): void => {
    const freed = held.filter((one) => one.clientId === clientId)
    held = held.filter((one) => one.clientId !== clientId)
    queue = queue.filter((one) => one.clientId !== clientId)
    for (const { name } of freed) serve(name)
  }
  return { clientOf: (clientId) => clientOf(clientId) as unknown as LockManager, closed }
}
