import { afterEach, describe, expect, it, vi } from 'vitest'
import { HEADER, type Hint } from '../../schemas/protocol.ts'
import { createTransport, type Transport } from '../net/transport.ts'
import { followHints, hintOf, linesOf } from './hints.ts'

const streamOf = (...chunks: Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('the stream of hints', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('[WORK-3] ignores every broken line', () => {
    expect(hintOf('data: {"resource":"client","seq":4}')).toEqual({ resource: 'client', seq: 4 })
    const broken = [
      '',
      ': ping',
      'event: x',
      'data:',
      'data: {"resource":"cli',
      'data: null',
      'data: 3',
      'data: {"resource":"inconnu","seq":1}',
      'data: {"resource":"client"}',
    ]
    for (const line of broken) expect(hintOf(line)).toBeNull()
  })

  it('reads lines cut anywhere, even inside a character', async () => {
    const text = 'data: é1\r\ndata: 2\n\ndata: 3\n'
    for (let cut = 1; cut < bytes(text).length; cut++) {
      const all = bytes(text)
      const lines: string[] = []
      for await (const line of linesOf(streamOf(all.slice(0, cut), all.slice(cut)), new AbortController().signal))
        if (line) lines.push(line)
      expect(lines).toEqual(['data: é1', 'data: 2', 'data: 3'])
    }
  })

  it('[WORK-3] ends when its signal is aborted, even if its stream ignores the signal; the stream is cancelled', async () => {
    const stop = new AbortController()
    const cancel = vi.fn()
    let open: () => void = () => undefined
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const stream: Transport['stream'] = () => Promise.resolve(new ReadableStream({ cancel }))
    const call: Transport['call'] = () => Promise.reject(new Error('unused'))
    const none = (): void => undefined
    const followed = followHints({
      transport: { stream, call },
      signal: stop.signal,
      onOpen: open,
      onHint: none,
      onClose: none,
    })
    await opened
    stop.abort()
    await followed
    expect(cancel).toHaveBeenCalledOnce()
  })

  it('[WORK-3] opens again after a broken stream', async () => {
    const stop = new AbortController()
    const hints: Hint[] = []
    let opened = 0
    const stream: Transport['stream'] = () => {
      opened++
      if (opened === 2) return Promise.reject(new Error('refused'))
      return Promise.resolve(streamOf(bytes(`data: {"resource":"rdv","seq":${opened}}\nda`)))
    }
    const call: Transport['call'] = () => Promise.reject(new Error('unused'))
    await followHints({
      transport: { stream, call },
      signal: stop.signal,
      onOpen: () => undefined,
      onHint: (hint) => {
        hints.push(hint)
        if (hints.length === 2) stop.abort()
      },
      onClose: () => undefined,
    })
    expect(hints).toEqual([
      { resource: 'rdv', seq: 1 },
      { resource: 'rdv', seq: 3 },
    ])
  })

  it('[WORK-3] [I12] gives up an opening that nobody answers, sooner than a silent stream; each time after a longer wait', async () => {
    vi.useFakeTimers()
    const stop = new AbortController()
    const limits: number[] = []
    const stream: Transport['stream'] = (signal) => {
      const asked = Date.now()
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          limits.push(Date.now() - asked)
          if (limits.length === 5) stop.abort()
          reject(new Error('given up'))
        })
      })
    }
    const nothing = () => undefined
    const transport = { stream, call: () => Promise.reject(new Error('unused')) }
    const done = followHints({ transport, signal: stop.signal, onOpen: nothing, onHint: nothing, onClose: nothing })
    await vi.runAllTimersAsync()
    await done
    expect(limits).toEqual([5000, 10_000, 20_000, 40_000, 50_000])
  })

  it('[WORK-3] [I12] a stream that is silent without ending is given up after its time limit, and another one opened', async () => {
    vi.useFakeTimers()
    const stop = new AbortController()
    const begun = Date.now()
    const opened: number[] = []
    const stream: Transport['stream'] = (signal) =>
      Promise.resolve(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(bytes('r'))
            signal.addEventListener('abort', () => controller.error(new Error('left')))
          },
        }),
      )
    const nothing = () => undefined
    const done = followHints({
      transport: { stream, call: () => Promise.reject(new Error('unused')) },
      signal: stop.signal,
      onOpen: () => {
        opened.push(Date.now() - begun)
        if (opened.length === 2) stop.abort()
      },
      onHint: nothing,
      onClose: nothing,
    })
    await vi.runAllTimersAsync()
    await done
    expect(opened).toHaveLength(2)
    expect(opened[1]).toBeGreaterThanOrEqual(50_000)
    expect(opened[1]).toBeLessThan(51_000)
  })

  /** Calls in a minute when `/sync/stream` answers this, and how many of them counted as an opening. */
  const minuteOf = async (answer: () => Response): Promise<{ calls: number; opened: number }> => {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const stop = new AbortController()
    let calls = 0
    let opened = 0
    const identity = { companyId: 'c', account: 'personnel:p', impersonator: '' }
    const http = async () => {
      calls++
      return answer()
    }
    const transport = createTransport({ base: '/api', token: 't', device: 'd', identity, fetch: http })
    const nothing = () => undefined
    const done = followHints({
      transport,
      signal: stop.signal,
      onOpen: () => opened++,
      onHint: nothing,
      onClose: nothing,
    })
    await vi.advanceTimersByTimeAsync(60_000)
    stop.abort()
    await vi.runAllTimersAsync()
    await done
    return { calls, opened }
  }
  const eventStream = { 'content-type': 'text/event-stream; charset=utf-8' }

  it.each([
    ['a portal’s page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['a page under our epoch', () => new Response('<html>', { headers: { [HEADER.epoch]: 'e' } })],
    ['a stream that is not ours', () => new Response('data: x\n\n', { headers: eventStream })],
    ['a refusal', () => new Response('{}', { status: 403, headers: { ...eventStream, [HEADER.epoch]: 'e' } })],
  ])(
    '[WORK-3] [ANSWER-3] %s is no opening: it wakes nothing, and is asked for less and less often',
    async (_name, answer) => {
      const { calls, opened } = await minuteOf(answer)
      expect(opened).toBe(0)
      expect(calls).toBeGreaterThan(5)
      expect(calls).toBeLessThan(25)
    },
  )

  it('[WORK-3] [ANSWER-3] a stream that ends as soon as it is open is opened less and less often', async () => {
    const { calls, opened } = await minuteOf(
      () => new Response('retry: 3000\n\n', { headers: { ...eventStream, [HEADER.epoch]: 'e' } }),
    )
    expect(opened).toBe(calls)
    expect(calls).toBeGreaterThan(5)
    expect(calls).toBeLessThan(25)
  })
})
