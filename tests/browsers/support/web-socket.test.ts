import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { frameOf, nextFrame, openSocket } from './web-socket.ts'

const unmasked = (kind: number, payload: Buffer, isLast = true): Buffer => {
  const { length } = payload
  const head = length > 0xffff ? Buffer.alloc(10) : length > 125 ? Buffer.alloc(4) : Buffer.alloc(2)
  head[0] = (isLast ? 0x80 : 0) | kind
  head[1] = length > 0xffff ? 127 : length > 125 ? 126 : length
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2)
  else if (head.length === 4) head.writeUInt16BE(length, 2)
  return Buffer.concat([head, payload])
}

it.each([0, 1, 125, 126, 65_535, 65_536, 200_000])('a frame of %i bytes has its length in its head', (size) => {
  const payload = Buffer.alloc(size, 'é')
  const frame = unmasked(1, payload)
  expect(nextFrame(frame.subarray(0, -1))).toBeUndefined()
  const read = nextFrame(Buffer.concat([frame, Buffer.from('next')]))
  expect(read).toMatchObject({ kind: 1, isLast: true, length: frame.length })
  expect(read?.payload.equals(payload)).toBe(true)
  // Our frame has the same head plus the mask bit and the mask.
  expect(frameOf(1, payload).length).toBe(frame.length + 4)
  const plain = frameOf(1, payload, Buffer.alloc(4))
  expect(plain.subarray(plain.length - size).equals(payload)).toBe(true)
})

it('handles texts in pieces, pings and the end', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  const heard: Buffer[] = []
  server.on('upgrade', (request, stream) => {
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const accept = createHash('sha1').update(key).digest('base64')
    stream.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    stream.write(Buffer.concat([unmasked(1, Buffer.from('première ')), unmasked(9, Buffer.from('?'))]))
    stream.write(Buffer.concat([unmasked(1, Buffer.from('moitié, '), false), unmasked(0, Buffer.from('seconde'))]))
    stream.on('data', (data: Buffer) => {
      heard.push(data)
      if (Buffer.concat(heard).length >= 7 + 6 + 5) stream.write(unmasked(8, Buffer.alloc(0)))
    })
    stream.on('error', () => undefined)
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const texts: string[] = []
  try {
    await new Promise<void>((onClose, fail) => {
      const { port } = server.address() as AddressInfo
      openSocket(`ws://127.0.0.1:${port}/session`, { onText: (text) => texts.push(text), onClose }).then(
        (socket) => socket.send('bonjour!!'),
        fail,
      )
    })
  } finally {
    server.close()
  }
  expect(texts).toEqual(['première ', 'moitié, seconde'])
  // The pong comes first: its opcode, and its masked payload.
  expect(Buffer.concat(heard)[0]).toBe(0x8a)
})

it('reports the address of a server that does not answer', async () => {
  const server = createServer((_request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const nothing = { onText: () => undefined, onClose: () => undefined }
  await expect(openSocket(`ws://127.0.0.1:${port}/`, nothing)).rejects.toThrow('is no WebSocket: 404')
  server.close()
})
