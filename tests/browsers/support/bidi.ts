import { openSocket } from './web-socket.ts'

/** WebDriver BiDi: commands over one WebSocket, answered in any order. https://w3c.github.io/webdriver-bidi/ */

export interface Bidi {
  command<Result = unknown>(method: string, params: object): Promise<Result>
  close(): void
}

interface Reply {
  type: 'success' | 'error' | 'event'
  id?: number
  result?: unknown
  error?: string
  message?: string
}

interface Waiting {
  method: string
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

/** @param address of the remote agent, `ws://127.0.0.1:PORT` */
export async function connectBidi(address: string): Promise<Bidi> {
  const waiting = new Map<number, Waiting>()
  let sent = 0
  const socket = await openSocket(`${address}/session`, {
    onText(text) {
      const reply = JSON.parse(text) as Reply
      const command = waiting.get(reply.id ?? -1)
      if (!command) return
      waiting.delete(reply.id ?? -1)
      if (reply.type === 'success') command.resolve(reply.result)
      else command.reject(new Error(`${command.method}: ${reply.error}: ${reply.message}`))
    },
    onClose() {
      for (const { method, reject } of waiting.values()) reject(new Error(`${method}: the browser hung up`))
      waiting.clear()
    },
  })
  return {
    command<Result>(method: string, params: object) {
      const id = ++sent
      return new Promise<Result>((resolve, reject) => {
        waiting.set(id, { method, resolve: resolve as (result: unknown) => void, reject })
        socket.send(JSON.stringify({ id, method, params }))
      })
    },
    close: () => socket.close(),
  }
}
