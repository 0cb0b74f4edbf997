import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * The part of RFC 6455 that a driver needs: text both ways over one connection to this machine. Node 20 has no WebSocket client, and Playwright
 * does not export its own.
 */

export interface Socket {
  send(text: string): void
  close(): void
}

export interface SocketEvents {
  onText: (text: string) => void
  onClose: () => void
}

const [TEXT, CLOSE, PING, PONG] = [0x1, 0x8, 0x9, 0xa]
const LAST = 0x80
const MASKED = 0x80

export function openSocket(url: string, events: SocketEvents): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const { hostname, port, pathname } = new URL(url)
    const call = request({
      host: hostname,
      port,
      path: pathname,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
    })
    call.once('error', reject)
    call.once('response', ({ statusCode }) => reject(new Error(`${url} is no WebSocket: ${statusCode}`)))
    call.once('upgrade', (_response, stream, head) => resolve(talk(stream, head, events)))
    call.end()
  })
}

function talk(stream: Duplex, head: Buffer, { onText, onClose }: SocketEvents): Socket {
  const send = (kind: number, payload: Buffer): void => void stream.write(frameOf(kind, payload))
  let rest = head
  let message: Buffer[] = []
  const read = (): void => {
    for (let frame = nextFrame(rest); frame; frame = nextFrame(rest)) {
      rest = rest.subarray(frame.length)
      if (frame.kind === CLOSE) stream.destroy()
      else if (frame.kind === PING) send(PONG, frame.payload)
      else if (frame.kind !== PONG) {
        message.push(frame.payload)
        if (!frame.isLast) continue
        const text = Buffer.concat(message).toString('utf8')
        message = []
        onText(text)
      }
    }
  }
  stream.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data])
    read()
  })
  stream.on('error', () => stream.destroy())
  stream.once('close', onClose)
  read()
  return { send: (text) => send(TEXT, Buffer.from(text, 'utf8')), close: () => stream.destroy() }
}

interface Frame {
  kind: number
  isLast: boolean
  payload: Buffer
  /** In bytes, with its head. */
  length: number
}

/** @returns undefined until the frame is complete; a server's frames are not masked */
export function nextFrame(bytes: Buffer): Frame | undefined {
  const [first, second] = bytes
  if (first === undefined || second === undefined) return undefined
  const short = second & 0x7f
  const head = short === 127 ? 10 : short === 126 ? 4 : 2
  if (bytes.length < head) return undefined
  const size = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short
  if (bytes.length < head + size) return undefined
  return {
    kind: first & 0x0f,
    isLast: (first & LAST) !== 0,
    payload: bytes.subarray(head, head + size),
    length: head + size,
  }
}

/** A client's frames are masked. */
export function frameOf(kind: number, payload: Buffer, mask = randomBytes(4)): Buffer {
  const size = payload.length
  const head = size > 0xffff ? Buffer.alloc(10) : size > 125 ? Buffer.alloc(4) : Buffer.alloc(2)
  head[0] = LAST | kind
  if (head.length === 10) head.writeBigUInt64BE(BigInt(size), 2)
  else if (head.length === 4) head.writeUInt16BE(size, 2)
  head[1] = MASKED | (head.length === 10 ? 127 : head.length === 4 ? 126 : size)
  const masked = Buffer.from(payload)
  for (let n = 0; n < size; n++) masked[n] = (masked[n] ?? 0) ^ (mask[n % 4] ?? 0)
  return Buffer.concat([head, mask, masked])
}
