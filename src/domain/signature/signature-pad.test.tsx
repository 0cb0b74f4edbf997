// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { SignaturePad, type SignaturePadHandle } from './signature-pad.tsx'

/** The pad as the browser measures it; a test turns the phone by changing it. */
const pad = { width: 0, height: 200 }
const resized: (() => void)[] = []
/** What was drawn last on each canvas: this environment has none that draws. */
const ink = new Map<HTMLCanvasElement, { x: number; y: number }[]>()

beforeEach(() => {
  pad.width = 700
  resized.length = 0
  ink.clear()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: () => void) {
        resized.push(tell)
      }
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => ({ left: 0, top: 0, ...pad }) as DOMRect,
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    const nothing = (): void => undefined
    return {
      clearRect: () => ink.set(this, []),
      arc: (x: number, y: number) => ink.get(this)?.push({ x, y }),
      ...Object.fromEntries(
        ['fillRect', 'beginPath', 'closePath', 'moveTo', 'fill', 'setTransform', 'fillText'].map((name) => [
          name,
          nothing,
        ]),
      ),
    } as never
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
    done({ arrayBuffer: () => Promise.resolve(new ArrayBuffer(1)) } as Blob),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function shown() {
  const ref = createRef<SignaturePadHandle>()
  const { unmount } = render(
    <MantineProvider theme={theme} env="test">
      <SignaturePad ref={ref} label="Signature" name="" error={null} onSigned={() => undefined} />
    </MantineProvider>,
  )
  const canvas = screen.getByRole<HTMLCanvasElement>('img', { name: 'Signature' })
  const handle = (): SignaturePadHandle => {
    if (!ref.current) throw new Error('no pad')
    return ref.current
  }
  return { canvas, handle, unmount }
}

/** A stroke of the finger through these points. */
function sign(canvas: HTMLCanvasElement, points: readonly (readonly [number, number])[]): void {
  const send = (type: string, [clientX, clientY]: readonly [number, number], buttons: number): void => {
    const event = new MouseEvent(type, { clientX, clientY, buttons, bubbles: true, cancelable: true })
    act(() => void canvas.dispatchEvent(Object.assign(event, { pointerId: 1 })))
  }
  vi.useFakeTimers()
  for (const [at, point] of points.entries()) {
    send(at === 0 ? 'pointerdown' : 'pointermove', point, 1)
    vi.advanceTimersByTime(50)
  }
  send('pointerup', points.at(-1) ?? [0, 0], 0)
  vi.useRealTimers()
}
function turn(width: number): void {
  pad.width = width
  act(() => resized.at(-1)?.())
}
const right = (canvas: HTMLCanvasElement): number => Math.max(...(ink.get(canvas) ?? []).map(({ x }) => x))
/** The right end of the picture's ink, in pixels of the pad. */
async function rightOfImage(canvas: HTMLCanvasElement, handle: SignaturePadHandle): Promise<number> {
  await handle.toImage('image/png')
  const picture = [...ink.keys()].find((one) => one !== canvas && one.width > 0)
  if (!picture) throw new Error('no picture')
  const end = right(picture)
  ink.delete(picture)
  return end
}
const NAME = [
  [40, 60],
  [200, 140],
  [400, 60],
  [640, 120],
  [660, 100],
] as const

it('[INT-01] a signature stays whole when the phone is turned, on the pad and in the picture', async () => {
  const { canvas, handle } = shown()
  sign(canvas, NAME)
  expect(right(canvas)).toBeGreaterThan(600)
  expect(await rightOfImage(canvas, handle())).toBeGreaterThan(600)
  turn(340)
  expect(right(canvas)).toBeLessThan(340)
  expect(right(canvas)).toBeGreaterThan(300)
  expect(await rightOfImage(canvas, handle())).toBeLessThan(340)
})

it('[INT-01] it is as large as before once the phone is turned again, also what was added meanwhile', async () => {
  const { canvas, handle } = shown()
  sign(canvas, NAME)
  turn(340)
  sign(canvas, [
    [20, 150],
    [160, 150],
    [330, 150],
  ])
  turn(700)
  const { strokes } = handle().drawing()
  expect(strokes[0]?.points.at(-1)?.x).toBeCloseTo(660)
  expect(strokes[1]?.points.at(-1)?.x).toBeGreaterThan(600)
  expect(right(canvas)).toBeLessThan(700)
})

it('[INT-01] [PWA-02] a draft of a wide pad is whole on a narrow one', async () => {
  const wide = shown()
  sign(wide.canvas, NAME)
  const draft = JSON.parse(JSON.stringify(wide.handle().drawing()))
  wide.unmount()
  ink.clear()
  pad.width = 340
  const narrow = shown()
  act(() => narrow.handle().show(draft))
  expect(right(narrow.canvas)).toBeLessThan(340)
  expect(await rightOfImage(narrow.canvas, narrow.handle())).toBeLessThan(340)
})

it('[INT-01] a pen that left the pad makes the signature no smaller, and a pad that is not shown loses nothing', () => {
  const { canvas, handle } = shown()
  sign(canvas, [
    [40, 60],
    [200, 140],
    [1400, 900],
  ])
  turn(0)
  turn(700)
  expect(
    handle()
      .drawing()
      .strokes[0]?.points.map(({ x }) => x),
  ).toEqual([40, 200, 1400])
  expect(ink.get(canvas)?.some(({ x, y }) => x === 40 && y === 60)).toBe(true)
})
